// Brings both programs to a match: by a click on it, on its number, on the map
// or in the list of matches, and by the keys n and p. Without this script the
// numbers are plain links that lead from one side to the other.
"use strict";
(() => {
	let active = null; // the evidence that n and p walk through
	document.documentElement.classList.add("scripted");

	const pane = (evidence, side) => evidence.querySelector(`.pane[data-side="${side}"]`);
	const start = (evidence, side, number) => pane(evidence, side).querySelector(`.match[data-match="${number}"]`);

	// targetOf tells which match an element of the page stands for.
	function targetOf(element) {
		const mark = element.closest(".evidence .match");
		if (mark) {
			return { evidence: mark.closest(".evidence"), number: Number(mark.dataset.match), from: mark.closest(".pane").dataset.side };
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
		return { evidence: mark.closest(".evidence"), number: Number(mark.dataset.match), to: mark.closest(".pane").dataset.side };
	}

	// show scrolls both panes to a match. After a click in one of them, that one
	// stays where it is and the other is brought level with it.
	function show({ evidence, number, from, to }) {
		for (let e = evidence.parentElement; e; e = e.parentElement) {
			if (e.tagName === "DETAILS") {
				e.open = true;
			}
		}
		const box = evidence.getBoundingClientRect();
		if (box.top > innerHeight * 0.5 || box.bottom < innerHeight * 0.5) {
			evidence.scrollIntoView({ block: "start" });
		}
		const offset = (side) =>
			start(evidence, side, number).getBoundingClientRect().top - pane(evidence, side).getBoundingClientRect().top;
		let level = Math.min(120, pane(evidence, "l").clientHeight / 3);
		if (from) {
			level = Math.max(pane(evidence, from).querySelector(".pane-head").offsetHeight, offset(from));
		}
		for (const side of ["l", "r"]) {
			if (side !== from) {
				pane(evidence, side).scrollTop += offset(side) - level;
			}
		}
		const panes = evidence.querySelector(".panes");
		if (panes.scrollWidth > panes.clientWidth + 1) { // narrow: one side is seen at a time
			const side = to || (from === "l" ? "r" : from === "r" ? "l" : null);
			if (side) {
				panes.scrollLeft = pane(evidence, side).offsetLeft;
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
		for (const e of scope.querySelectorAll(`[data-match="${number}"]`)) {
			e.classList.add("current");
		}
		const count = evidence.querySelector(".evidence-count");
		count.textContent = `match ${number} of ${evidence.dataset.matches}`;
	}

	// readOn pages both panes down; false where they are at their end.
	function readOn(evidence) {
		const panes = [pane(evidence, "l"), pane(evidence, "r")];
		const more = panes.filter((p) => p.scrollTop + p.clientHeight < p.scrollHeight - 1);
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
		history.replaceState(null, "", `#${start(evidence, "l", number).querySelector(".badge").id}`);
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
		history.replaceState(null, "", `#${start(target.evidence, "l", target.number).querySelector(".badge").id}`);
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
	}
	addEventListener("hashchange", followHash);
	followHash();
})();
