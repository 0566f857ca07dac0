// Opens and closes the evidence of the report.
(() => {
	const pairs = document.querySelectorAll("details.pair");

	document.addEventListener("click", (event) => {
		const button = event.target.closest("[data-open]");
		if (button) {
			for (const pair of pairs) {
				pair.open = button.dataset.open === "all";
			}
		}
	});

	// A link of the ranking leads into a pair that may be closed.
	function reveal() {
		const target = location.hash.length > 1 && document.getElementById(location.hash.slice(1));
		const pair = target && target.closest("details.pair");
		if (pair && !pair.open) {
			pair.open = true;
			target.scrollIntoView();
		}
	}
	addEventListener("hashchange", reveal);
	reveal();

	// Paper has no way to open what is closed: the facts are always printed, and
	// where no pair is open, all pairs are.
	let opened = [];
	addEventListener("beforeprint", () => {
		opened = [...document.querySelectorAll(".report-facts details, .report-skipped details")];
		if (![...pairs].some((pair) => pair.open)) {
			opened.push(...pairs);
		}
		opened = opened.filter((details) => !details.open);
		for (const details of opened) {
			details.open = true;
		}
	});
	addEventListener("afterprint", () => {
		for (const details of opened) {
			details.open = false;
		}
	});
})();
