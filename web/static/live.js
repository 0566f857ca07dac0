// Forms marked data-live apply themselves while they are changed: the page of the
// new address is fetched, and the parts of this one that are marked data-part are
// replaced by those of that one. The form stays as it is, with the focus in it.
// Without this script its button does the same.
"use strict";
(() => {
	const form = document.querySelector("form[data-live]");
	if (!form) {
		return;
	}

	// What the form asks for, without what is empty or asked for anyway.
	function address() {
		const query = new URLSearchParams();
		for (const [name, value] of new FormData(form)) {
			if (value !== "" && value !== form.elements[name].dataset?.default) {
				query.append(name, value);
			}
		}
		const text = query.toString();
		return form.getAttribute("action") + (text && `?${text}`);
	}

	let pending = 0;
	let running = null;

	async function apply() {
		clearTimeout(pending);
		running?.abort();
		running = new AbortController();
		const to = address();
		let answer;
		try {
			const response = await fetch(to, { signal: running.signal });
			if (!response.ok || response.redirected) {
				location.assign(to); // which says why
				return;
			}
			answer = new DOMParser().parseFromString(await response.text(), "text/html");
		} catch (error) {
			if (error.name !== "AbortError") {
				location.assign(to);
			}
			return;
		}
		history.replaceState(history.state, "", to);
		for (const part of document.querySelectorAll("[data-part]")) {
			const fresh = answer.querySelector(`[data-part="${part.dataset.part}"]`);
			part.replaceChildren(...(fresh ? fresh.childNodes : []));
		}
		document.dispatchEvent(new Event("parts"));
	}

	function soon(wait) {
		clearTimeout(pending);
		pending = setTimeout(apply, wait);
	}

	const slider = form.querySelector(".slider");
	const number = form.elements.threshold;
	form.addEventListener("input", (event) => {
		if (event.target === slider) {
			number.value = slider.value;
		} else if (event.target === number) {
			slider.value = number.value;
		}
		if (form.checkValidity()) {
			soon(event.target.matches("select, [type=checkbox]") ? 0 : 150);
		}
	});
	form.addEventListener("submit", (event) => {
		event.preventDefault();
		apply();
	});
})();
