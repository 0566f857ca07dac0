// Applies a form marked data-live whenever the user changes it: fetches the page
// of the form's new address, and replaces the parts of this page marked data-part
// by the same parts of that page. The form keeps its values and the focus.
// Without this script, the button of the form loads the new page.
"use strict";
(() => {
	const form = document.querySelector("form[data-live]");
	if (!form) {
		return;
	}

	// Returns the address of the form with its values, without defaults. An empty field is a default unless data-default
	// has another.
	function address() {
		const query = new URLSearchParams();
		for (const [name, value] of new FormData(form)) {
			if (value !== (form.elements[name].dataset?.default ?? "")) {
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
		const target = address();
		let answer;
		try {
			const response = await fetch(target, { signal: running.signal });
			if (!response.ok || response.redirected) {
				location.assign(target); // shows the reason
				return;
			}
			answer = new DOMParser().parseFromString(await response.text(), "text/html");
		} catch (error) {
			if (error.name !== "AbortError") {
				location.assign(target);
			}
			return;
		}
		history.replaceState(history.state, "", target);
		for (const part of document.querySelectorAll("[data-part]")) {
			const fresh = answer.querySelector(`[data-part="${part.dataset.part}"]`);
			part.replaceChildren(...(fresh ? fresh.childNodes : []));
		}
		document.dispatchEvent(new Event("parts"));
	}

	function applyAfter(wait) {
		clearTimeout(pending);
		pending = setTimeout(apply, wait);
	}

	const slider = form.querySelector(".slider");
	const number = form.elements.threshold;
	form.addEventListener("input", (event) => {
		if (event.target === slider) {
			number.value = slider.value;
		} else if (event.target === number) {
			slider.value = number.value || 0;
		}
		if (form.checkValidity()) {
			applyAfter(event.target.matches("select, [type=checkbox]") ? 0 : 150);
		}
	});
	form.addEventListener("submit", (event) => {
		event.preventDefault();
		apply();
	});
})();
