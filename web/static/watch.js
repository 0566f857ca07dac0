// Keeps the live page of a contest as it should be. The server tells when there
// is something new (liveevents.go); the page is fetched then, and what is new in
// it is put into this one: rows come and change one by one, what is being looked
// at stays where it is, and what came is told to those who hear the page. Without
// this script the page is loaded anew by hand.
"use strict";
(() => {
	const page = document.querySelector("[data-watch]");
	if (!page) {
		return;
	}
	const news = page.querySelector("[data-news]");
	const list = page.querySelector("[data-alerts]");
	let mark = page.dataset.mark;

	// The row that must not move: the one that has the focus, or that is pointed
	// at, or else the first in sight where the list was scrolled.
	function held() {
		const rows = [...list.querySelectorAll("tr[id]")];
		return rows.find((row) => row.contains(document.activeElement)) ?? rows.find((row) => row.matches(":hover")) ??
			(rows.length > 0 && rows[0].getBoundingClientRect().top < 0 ? rows.find((row) => row.getBoundingClientRect().top >= 0) : undefined);
	}

	// Brings rows to what they are in the fresh ones, and returns those that came.
	function merge(body, fresh) {
		const came = [];
		let after = null;
		for (const row of fresh.querySelectorAll("tr[id]")) {
			let here = document.getElementById(row.id);
			if (!here) {
				here = document.importNode(row, true);
				came.push(here);
				body.insertBefore(here, after ? after.nextSibling : body.firstChild);
			} else if (here.innerHTML !== row.innerHTML) {
				const focused = here.contains(document.activeElement);
				here.replaceChildren(...document.importNode(row, true).childNodes);
				if (focused) {
					here.querySelector("a").focus({ preventScroll: true });
				}
			}
			after = here;
		}
		return came;
	}

	function take(answer) {
		const anchor = held();
		const before = anchor?.getBoundingClientRect().top;
		for (const part of page.querySelectorAll("[data-part]")) {
			const fresh = answer.querySelector(`[data-part="${part.dataset.part}"]`);
			if (fresh && fresh.innerHTML !== part.innerHTML) {
				part.replaceChildren(...fresh.childNodes);
			}
		}
		const fresh = answer.querySelector("[data-alerts] tbody");
		let came = [];
		if (fresh && list.querySelector("tbody")) {
			came = merge(list.querySelector("tbody"), fresh);
		} else if (fresh) {
			list.replaceChildren(...answer.querySelector("[data-alerts]").childNodes);
			came = [...list.querySelectorAll("tr[id]")];
		}
		if (anchor) {
			scrollBy(0, anchor.getBoundingClientRect().top - before);
		}
		if (came.length > 0) {
			for (const row of came) {
				row.classList.add("fresh");
			}
			news.textContent = came.length === 1 ? `New alert: ${came[0].dataset.says}` : `${came.length} new alerts`;
		}
	}

	async function fetched() {
		const response = await fetch(location.href);
		if (!response.ok || response.redirected) {
			location.reload(); // which says why
			return;
		}
		const answer = new DOMParser().parseFromString(await response.text(), "text/html");
		const fresh = answer.querySelector("[data-watch]");
		if (!fresh) {
			location.reload();
			return;
		}
		take(answer);
		mark = fresh.dataset.mark;
	}

	let running = false;
	let wanted = ""; // the mark that the page should have
	async function update() {
		if (running) {
			return;
		}
		running = true;
		while (wanted !== mark) {
			const asked = wanted;
			try {
				await fetched();
				if (wanted === asked) {
					wanted = mark; // the page may be newer than the event
				}
			} catch {
				await new Promise((resolve) => setTimeout(resolve, 2000));
			}
		}
		running = false;
	}

	// Answers end with each event, and the browser asks again: that is no failure
	// unless it goes on.
	let silent = 0;
	const events = new EventSource(`${page.dataset.watch}?mark=${encodeURIComponent(mark)}`);
	events.onopen = () => clearTimeout(silent);
	events.onmessage = (message) => {
		wanted = message.data;
		update();
	};
	events.onerror = () => {
		clearTimeout(silent);
		if (events.readyState === EventSource.CLOSED) {
			location.reload(); // signed out, or the contest is gone
			return;
		}
		silent = setTimeout(() => {
			news.textContent = "No answer from ojcheck; trying again";
		}, 10000);
	};
})();
