// Makes the pages quicker to use: users can drop files on forms, watch progress
// without reloading, and move through lists by keys. Every page works without
// this script.
"use strict";
(() => {
	document.documentElement.classList.add("scripted");

	// ---- upload, search: drop a file anywhere on the page, and see what was chosen ----

	const form = document.querySelector("form.upload");
	if (form) {
		const input = form.querySelector("#file");
		const chosen = form.querySelector(".chosen");
		const button = form.querySelector("button.main");
		const buttonText = button.textContent;
		const texts = form.dataset;
		const number = (n, digits) => n.toLocaleString(document.documentElement.lang, { minimumFractionDigits: digits, maximumFractionDigits: digits });
		const size = (n) => (n < 1 << 20 ? texts.kib.replace("{}", number(Math.ceil(n / 1024), 0)) : texts.mib.replace("{}", number(n / (1 << 20), 1)));

		const showChosen = () => {
			const files = [...form.querySelectorAll("[type=file]")].flatMap((i) => [...i.files]);
			const limit = Number(form.dataset.max);
			const sum = files.reduce((n, f) => n + f.size, 0);
			const tooLarge = sum > limit ? texts.tooLarge.replace("{0}", size(sum)).replace("{1}", size(limit)) : "";
			input.setCustomValidity(tooLarge);
			const own = [...input.files];
			const name = own.length > 1 ? texts.files.replace("{}", number(own.length, 0)) : own[0]?.name;
			chosen.textContent = tooLarge || (name ? `${name}, ${size(own.reduce((n, f) => n + f.size, 0))}` : "");
			chosen.classList.toggle("bad", tooLarge !== "");
		};
		form.addEventListener("change", showChosen);
		form.addEventListener("submit", () => {
			button.textContent = form.dataset.busy;
			button.setAttribute("aria-busy", "true");
		});
		addEventListener("pageshow", () => {
			button.textContent = buttonText;
			button.removeAttribute("aria-busy");
			showChosen();
		});

		const holdsFiles = (event) => event.dataTransfer && [...event.dataTransfer.types].includes("Files");
		let depth = 0; // dragenter minus dragleave events: elements inside the page also send both
		const changeDepth = (by) => {
			depth = Math.max(0, depth + by);
			form.classList.toggle("dropping", depth > 0);
		};
		addEventListener("dragenter", (event) => holdsFiles(event) && changeDepth(1));
		addEventListener("dragleave", (event) => holdsFiles(event) && changeDepth(-1));
		addEventListener("dragover", (event) => holdsFiles(event) && event.preventDefault());
		addEventListener("drop", (event) => {
			if (!holdsFiles(event)) {
				return;
			}
			event.preventDefault();
			changeDepth(-depth);
			const files = event.dataTransfer.files;
			if (files.length !== 1 && !input.multiple) {
				chosen.textContent = texts.single;
				chosen.classList.add("bad");
				return;
			}
			input.files = files;
			showChosen();
			form.scrollIntoView({ block: "nearest" });
			button.focus();
		});
	}

	// ---- what an upload contains: a box to tick before the check ----

	const confirmation = document.querySelector('input[name="yes"][required]');
	if (confirmation) {
		const sentence = document.getElementById("confirm-first");
		confirmation.addEventListener("invalid", (event) => {
			event.preventDefault(); // the browser's own hint vanishes after seconds
			sentence.hidden = false;
			confirmation.closest(".failure").scrollIntoView({ block: "center" });
			confirmation.focus({ preventScroll: true });
		});
		confirmation.addEventListener("change", () => {
			sentence.hidden = confirmation.checked;
		});
	}

	// ---- progress ----

	const progress = document.querySelector("[data-events]");
	if (progress) {
		const status = progress.querySelector(".status");
		const counts = progress.querySelector(".counts");
		const bar = progress.querySelector("progress");
		const events = new EventSource(progress.dataset.events);
		events.onmessage = (message) => {
			const event = JSON.parse(message.data);
			if (event.ended) {
				events.close();
				location.reload(); // redirects to the ranking, or shows the error
				return;
			}
			if (status.textContent !== event.status) {
				status.textContent = event.status;
			}
			counts.textContent = event.counts;
			if (event.total > 0) {
				bar.max = event.total;
				bar.value = event.done;
			} else {
				bar.removeAttribute("value");
			}
		};
		events.onerror = () => {
			status.textContent = progress.dataset.lost;
			if (events.readyState === EventSource.CLOSED) {
				setTimeout(() => location.reload(), 3000);
			}
		};
	}

	// ---- keys ----

	const rows = () => [...document.querySelectorAll("tr[data-row]")].filter((row) => row.checkVisibility());
	const linkOf = (row) => row.querySelector("a[href]");
	const textFieldOf = (target) => target.closest("input:not([type=checkbox], [type=range]), textarea, select, [contenteditable]");

	function move(by) {
		const list = rows();
		const current = list.findIndex((row) => row.contains(document.activeElement));
		const next = current < 0 ? (by > 0 ? 0 : list.length - 1) : Math.min(list.length - 1, Math.max(0, current + by));
		linkOf(list[next]).focus({ preventScroll: true });
		list[next].scrollIntoView({ block: "nearest" });
	}

	// A user who returns to a list gets the focus back in the row that they left. The
	// browser scrolls there too and removes the focus, so this runs after it.
	addEventListener("pageshow", () => requestAnimationFrame(() => {
		const row = document.querySelector("tr[data-row]:target");
		if (row && document.activeElement === document.body) {
			linkOf(row).focus({ preventScroll: true });
			row.scrollIntoView({ block: "center" });
		}
	}));

	document.addEventListener("keydown", (event) => {
		if (event.key === "Escape" && event.target.matches("input[type=search][data-key]")) {
			event.preventDefault(); // which would empty the field
			event.target.blur();
			return;
		}
		if (event.ctrlKey || event.metaKey || event.altKey || textFieldOf(event.target) || document.querySelector("dialog[open]")) {
			return;
		}
		if (event.key === "Escape") {
			for (const drawer of document.querySelectorAll("details.drawer[open]")) {
				drawer.open = false;
				drawer.querySelector("summary").focus();
			}
			return;
		}
		if (/^[A-Z]$/.test(event.key) && !event.shiftKey) {
			return; // caps lock: a capital letter means another key than the small one
		}
		const keyElement = document.querySelector(`[data-key="${CSS.escape(event.key)}"]`);
		if (keyElement) {
			event.preventDefault();
			if (event.repeat && keyElement.matches("button")) {
				return; // a key that is held down acts once, and not again on the next page
			}
			if (keyElement.matches("textarea")) {
				keyElement.focus();
				keyElement.setSelectionRange(keyElement.value.length, keyElement.value.length);
			} else if (keyElement.matches("input:not([type=checkbox])")) {
				if (!keyElement.checkVisibility()) {
					document.querySelector(".fold input").checked = true;
				}
				keyElement.select();
			} else {
				keyElement.click();
				if (keyElement.matches(".drawer > summary")) {
					// With the focus, the arrow keys scroll the drawer.
					(keyElement.parentElement.open ? keyElement.nextElementSibling : keyElement).focus();
				}
			}
		} else if (event.key === "x" && document.activeElement.closest("tr[data-row]")?.querySelector("[data-pick]")) {
			event.preventDefault();
			document.activeElement.closest("tr[data-row]").querySelector("[data-pick]").click();
		} else if ((event.key === "j" || event.key === "k") && rows().length > 0) {
			event.preventDefault();
			move(event.key === "j" ? 1 : -1);
		}
	});

	for (const button of document.querySelectorAll("[data-dialog]")) {
		button.addEventListener("click", () => document.getElementById(button.dataset.dialog).showModal());
	}

	// The box in the table's head ticks the boxes of all rows.
	document.addEventListener("change", (event) => {
		if (event.target.matches("[data-pick-all]")) {
			for (const box of document.querySelectorAll("[data-pick]")) {
				box.checked = event.target.checked;
			}
		}
	});

	// A click anywhere in a row opens it, unless text was being selected.
	document.addEventListener("click", (event) => {
		const row = event.target.closest("tr[data-row]");
		if (row && !event.target.closest("a, input, label, button, summary") && getSelection().isCollapsed) {
			linkOf(row).click();
		}
	});
})();
