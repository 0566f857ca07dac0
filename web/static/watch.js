// Keeps the live page of a contest up to date. When the server sends an event
// (web/ui/notifier.go), this script fetches the page again, and changes only what
// differs: it adds and changes rows one by one, keeps the row that the user looks
// at in its place, and announces new alerts to screen readers. Without this
// script, the user has to reload the page.
"use strict";
(() => {
	const page = document.querySelector("[data-watch]");
	if (!page) {
		return;
	}
	const news = page.querySelector("[data-news]");
	const list = page.querySelector("[data-alerts]");
	let mark = page.dataset.mark;

	// Returns the row that must not move: the row with the focus, else the row under
	// the mouse, else the first visible row if the list is scrolled.
	function rowToKeep() {
		const rows = [...list.querySelectorAll("tr[id]")];
		return rows.find((row) => row.contains(document.activeElement)) ?? rows.find((row) => row.matches(":hover")) ??
			(rows.length > 0 && rows[0].getBoundingClientRect().top < 0 ? rows.find((row) => row.getBoundingClientRect().top >= 0) : undefined);
	}

	// Makes the rows of body equal to those of fresh, and returns the added rows.
	function merge(body, fresh) {
		const added = [];
		let previous = null;
		for (const row of fresh.querySelectorAll("tr[id]")) {
			let shown = document.getElementById(row.id);
			if (!shown) {
				shown = document.importNode(row, true);
				added.push(shown);
				body.insertBefore(shown, previous ? previous.nextSibling : body.firstChild);
			} else if (shown.innerHTML !== row.innerHTML) {
				const focused = shown.contains(document.activeElement);
				shown.replaceChildren(...document.importNode(row, true).childNodes);
				if (focused) {
					shown.querySelector("a").focus({ preventScroll: true });
				}
			}
			previous = shown;
		}
		return added;
	}

	// Shows the fetched page.
	function show(answer) {
		const anchor = rowToKeep();
		const before = anchor?.getBoundingClientRect().top;
		for (const part of page.querySelectorAll("[data-part]")) {
			const fresh = answer.querySelector(`[data-part="${part.dataset.part}"]`);
			if (fresh && fresh.innerHTML !== part.innerHTML) {
				part.replaceChildren(...fresh.childNodes);
			}
		}
		const fresh = answer.querySelector("[data-alerts] tbody");
		let added = [];
		if (fresh && list.querySelector("tbody")) {
			added = merge(list.querySelector("tbody"), fresh);
		} else if (fresh) {
			list.replaceChildren(...answer.querySelector("[data-alerts]").childNodes);
			added = [...list.querySelectorAll("tr[id]")];
		}
		if (anchor) {
			scrollBy(0, anchor.getBoundingClientRect().top - before);
		}
		if (added.length > 0) {
			for (const row of added) {
				row.classList.add("fresh");
			}
			news.textContent = added.length === 1 ? page.dataset.one.replace("{}", () => added[0].dataset.says) :
				page.dataset.more.replace("{}", added.length.toLocaleString(document.documentElement.lang));
		}
	}

	async function fetchPage() {
		const response = await fetch(location.href);
		if (!response.ok || response.redirected) {
			location.reload(); // shows the reason
			return;
		}
		const answer = new DOMParser().parseFromString(await response.text(), "text/html");
		const fresh = answer.querySelector("[data-watch]");
		if (!fresh) {
			location.reload();
			return;
		}
		show(answer);
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
				await fetchPage();
				if (wanted === asked) {
					wanted = mark; // the page may be newer than the event
				}
			} catch {
				await new Promise((resolve) => setTimeout(resolve, 2000));
			}
		}
		running = false;
	}

	// The server ends the response after each event, and the browser connects again.
	// So an error counts only if it lasts.
	let errorTimer = 0;
	const events = new EventSource(`${page.dataset.watch}?mark=${encodeURIComponent(mark)}`);
	events.onopen = () => clearTimeout(errorTimer);
	events.onmessage = (message) => {
		wanted = message.data;
		update();
	};
	events.onerror = () => {
		clearTimeout(errorTimer);
		if (events.readyState === EventSource.CLOSED) {
			location.reload(); // signed out, or the contest is gone
			return;
		}
		errorTimer = setTimeout(() => {
			news.textContent = page.dataset.lost;
		}, 10000);
	};
})();
