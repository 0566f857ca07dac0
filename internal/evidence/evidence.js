// Brings both programs to a match: to the first one at once, to others by a click on
// them, on their numbers, on the map or in the list of matches, and by the keys n and p.
// Without this script the numbers are plain links that lead from one side to the other.
"use strict";
(() => {
	let active = null; // the evidence that n and p walk through
	document.documentElement.classList.add("scripted");

	// Each side is a pane that scrolls by itself; in the line diff, both are in one box.
	const box = (evidence, side) => evidence.querySelector(`.pane[data-side="${side}"]`) || evidence.querySelector(".diff");
	const start = (evidence, side, number) => evidence.querySelector(`[data-side="${side}"] .match[data-match="${number}"]`);
	const other = (side) => (side === "l" ? "r" : "l");

	// targetOf tells which match an element of the page stands for.
	function targetOf(element) {
		const mark = element.closest(".evidence .match");
		if (mark) {
			return { evidence: mark.closest(".evidence"), number: Number(mark.dataset.match), from: mark.closest("[data-side]").dataset.side };
		}
		const link = element.closest("a[href^='#']");
		return link && targetOfHash(link.getAttribute("href"));
	}

	function targetOfHash(hash) {
		const badge = document.getElementById(decodeURIComponent(hash.slice(1)));
		const mark = badge && badge.closest(".evidence .match");
		if (!mark) {
			return null;
		}
		return { evidence: mark.closest(".evidence"), number: Number(mark.dataset.match), to: mark.closest("[data-side]").dataset.side };
	}

	// unfold opens the folded parts of the page around an element.
	function unfold(element) {
		for (let e = element.parentElement; e; e = e.parentElement) {
			if (e.tagName === "DETAILS") {
				e.open = true;
			}
		}
	}

	// show scrolls both panes to a match. After a click in one of them, that one
	// stays where it is and the other is brought level with it.
	function show({ evidence, number, from, to }) {
		unfold(evidence);
		const area = evidence.getBoundingClientRect();
		if (area.top > innerHeight * 0.5 || area.bottom < innerHeight * 0.5) {
			evidence.scrollIntoView({ block: "start" });
		}
		align({ evidence, number, from, to });
	}

	// align does the same, and leaves the page where it is.
	function align({ evidence, number, from, to }) {
		const inOneBox = box(evidence, "l") === box(evidence, "r");
		const offset = (side) =>
			start(evidence, side, number).getBoundingClientRect().top - box(evidence, side).getBoundingClientRect().top;
		const heads = [...evidence.querySelectorAll(".pane-head")].map((head) => head.offsetHeight + 20);
		let level = Math.max(...heads, Math.min(120, box(evidence, "l").clientHeight / 3));
		if (from && !inOneBox) {
			level = Math.max(box(evidence, from).querySelector(".pane-head").offsetHeight, offset(from));
		}
		for (const side of inOneBox ? [to || (from ? other(from) : "l")] : ["l", "r"]) {
			if (side !== from) {
				unfold(start(evidence, side, number));
				box(evidence, side).scrollTop += offset(side) - level;
			}
		}
		const panes = evidence.querySelector(".panes");
		if (panes && panes.scrollWidth > panes.clientWidth + 1) { // narrow: one side is seen at a time
			const side = to || (from && other(from));
			if (side) {
				panes.scrollLeft = box(evidence, side).offsetLeft;
			}
		}
		setCurrent(evidence, number);
	}

	function setCurrent(evidence, number) {
		active = evidence;
		evidence.dataset.current = number;
		const scope = evidence.parentElement;
		for (const e of scope.querySelectorAll(".current")) {
			e.classList.remove("current");
		}
		for (const e of scope.querySelectorAll(`[data-match="${number}"], [data-in="${number}"]`)) {
			e.classList.add("current");
		}
		const badge = badgeOf(evidence, number);
		const count = evidence.querySelector(".evidence-count");
		count.textContent = count.dataset.matchText.replace("{match}", number);
		evidence.querySelector(".evidence-about").textContent = badge.dataset.about;
		for (const view of document.querySelectorAll("a[data-same-match]")) { // the other views open at this match
			view.hash = badge.id;
		}
	}

	const badgeOf = (evidence, number) => start(evidence, "l", number).querySelector(".badge");

	// readOn pages both panes down; false where they are at their end.
	function readOn(evidence) {
		const boxes = [...new Set([box(evidence, "l"), box(evidence, "r")])];
		const more = boxes.filter((p) => p.scrollTop + p.clientHeight < p.scrollHeight - 1);
		for (const p of more) {
			p.scrollTop += 0.8 * p.clientHeight;
		}
		return more.length > 0;
	}

	// step goes to the next match or the one before. After the last one, it reads
	// on to the end of both programs, so that a long match can be read by key.
	function step(evidence, by) {
		const all = Number(evidence.dataset.matches);
		if (all === 0) {
			return;
		}
		const current = Number(evidence.dataset.current || (by > 0 ? 0 : 1));
		if (by > 0 && current === all && readOn(evidence)) {
			return;
		}
		const number = (current - 1 + by + all) % all + 1;
		show({ evidence, number });
		history.replaceState(null, "", `#${badgeOf(evidence, number).id}`);
	}

	document.addEventListener("click", (event) => {
		if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) {
			return;
		}
		const button = event.target.closest(".evidence [data-step]");
		if (button) {
			step(button.closest(".evidence"), Number(button.dataset.step));
			return;
		}
		const target = targetOf(event.target);
		if (!target || !getSelection().isCollapsed) {
			return;
		}
		event.preventDefault();
		show(target);
		history.replaceState(null, "", `#${badgeOf(target.evidence, target.number).id}`);
	});

	document.addEventListener("keydown", (event) => {
		if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, textarea, select, [contenteditable]")) {
			return;
		}
		const by = { n: 1, p: -1 }[event.key];
		if (!by) {
			return;
		}
		const evidence = active && active.isConnected ? active : firstInView();
		if (evidence) {
			event.preventDefault();
			step(evidence, by);
		}
	});

	// firstInView finds the evidence that the reader has before the eyes.
	function firstInView() {
		const shown = [...document.querySelectorAll(".evidence")].filter((e) => e.getClientRects().length > 0);
		return shown.find((e) => e.getBoundingClientRect().bottom > innerHeight / 3) || shown[0];
	}

	function followHash() {
		const target = location.hash.length > 1 && targetOfHash(location.hash);
		if (target) {
			show(target);
		}
		return target;
	}
	addEventListener("hashchange", followHash);

	// A page of one pair opens at its first match. The layout loads this script before
	// the first paint, so that nothing is seen to move.
	const all = document.querySelectorAll(".evidence[data-matches]");
	if (!followHash() && all.length === 1 && Number(all[0].dataset.matches) > 0 && box(all[0], "l")) {
		align({ evidence: all[0], number: 1 });
	}

	// Where the panes become narrower or wider, lines wrap anew: stay at the match.
	const realign = () => {
		if (active && active.dataset.current) {
			align({ evidence: active, number: Number(active.dataset.current) });
		}
	};
	let width = innerWidth; // a keyboard on the screen changes the height only
	addEventListener("resize", () => {
		if (innerWidth !== width) {
			width = innerWidth;
			realign();
		}
	});
	document.addEventListener("toggle", (event) => event.target.matches("[data-beside]") && realign(), true);
})();
