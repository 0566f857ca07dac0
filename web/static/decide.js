// Makes deciding quicker: a digit chooses the reason, and Esc or Ctrl+Enter leaves a
// field. A decision is sent only once, and only with a reason that fits. The notice of the last decision ends with the next action.
// The panel works without this script.
"use strict";
(() => {
	const notice = document.querySelector(".did");
	const endNotice = (event) => {
		if (event.type === "keydown" ? !/^(Tab|Shift|Control|Alt|Meta|z)$/.test(event.key) : !notice.contains(event.target)) {
			notice.hidden = true; // its key z still works
		}
	};
	if (notice) {
		document.addEventListener("keydown", endNotice);
		document.addEventListener("click", endNotice);
	}

	const panel = document.querySelector(".decide");
	const form = panel?.querySelector("form"); // none for a reviewer who decided the pair before its appeal
	if (!form) {
		return;
	}
	const reason = panel.querySelector("[data-digits]");
	if (!matchMedia("(pointer: coarse)").matches) { // a phone has no keys
		for (const option of reason.querySelectorAll("[data-digit]")) {
			option.prepend(option.dataset.digit + " ");
		}
	}
	const message = panel.querySelector("output");

	document.addEventListener("keydown", (event) => {
		if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && event.target.matches(".decide textarea")) {
			event.preventDefault();
			event.target.blur();
			return;
		}
		if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) {
			return;
		}
		if (event.key === "Escape" && panel.contains(document.activeElement)) {
			document.activeElement.blur();
			return;
		}
		if (event.target.closest("input:not([type=checkbox]), textarea, select, [contenteditable]")) {
			return;
		}
		const option = [...reason.options].find((o) => (o.dataset.digit ?? "0") === event.key);
		if (!option) {
			return;
		}
		event.preventDefault();
		option.selected = true;
		message.textContent = option.dataset.says ?? option.text;
	});

	// The browser shows the message beside the reason, and sends nothing. Without this script the server refuses the decision.
	form.addEventListener("click", (event) => {
		const decision = event.target.closest("button")?.value;
		const fitting = reason.selectedOptions[0].dataset.decisions?.split(" ");
		reason.setCustomValidity(!decision || !fitting || fitting.includes(decision) ? "" : reason.dataset.unfit);
	});

	// Only the first decision is sent: the user may press more keys before the next page
	// is there.
	let sent = false;
	form.addEventListener("submit", (event) => {
		if (sent) {
			event.preventDefault();
		}
		sent = true;
		form.setAttribute("aria-busy", "true");
	});
	addEventListener("pageshow", () => {
		sent = false;
		form.removeAttribute("aria-busy");
	});
})();
