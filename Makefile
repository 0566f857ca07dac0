# The chores of this project; CONTRIBUTING.md says when to run which.

ROUNDS ?= 200
DURATION ?= 10m
FUZZTIME ?= 30s
SCHEMATHESIS ?= schemathesis
STATICCHECK := honnef.co/go/tools/cmd/staticcheck@v0.8.2
# goreleaser asks git for the address of the repository, which a clone need not know.
GORELEASER := GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=remote.origin.url GIT_CONFIG_VALUE_0=https://github.com/ojcheck/ojcheck \
	go run github.com/goreleaser/goreleaser/v2@v2.15.0

.PHONY: help test short lint generate cover release-snapshot release-packages release hostile kill load fuzz schemathesis

help: ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' $(MAKEFILE_LIST)

test: ## run all tests, with a real PostgreSQL and a real browser
	go test -timeout 30m ./...

short: ## run the quick tests, without browser and kill tests
	go test -short ./...

hostile: ## measure input that is built to cost time or memory: a line of figures for each case
	OJCHECK_HOSTILE=1 go test -timeout 60m -count 1 -p 1 -v -run Hostile ./lexer ./pairs ./internal/evidence ./internal/intake ./cmd/ojcheck | \
		grep -E '^ *[0-9.]+ s |^ *--- FAIL|_test.go|^(ok|FAIL)'

kill: ## kill servers, checks and distributions at random moments, ROUNDS times (200): nothing is lost or doubled
	OJCHECK_KILLS=$(ROUNDS) go test -timeout 120m -count 1 -v -run Killed ./cmd/ojcheck | grep -E ' killed |--- FAIL|_test.go|^(ok|FAIL)'

load: ## let 50 judges work for DURATION (10m): failures, times, memory, open files and goroutines, and half-sent forms
	OJCHECK_LOAD=$(DURATION) go test -timeout 120m -count 1 -v -run UnderLoad ./cmd/ojcheck | grep -E ' (judges|forms): |--- FAIL|_test.go|^(ok|FAIL)'

schemathesis: ## send requests of all kinds to each operation of the API; first: pip install schemathesis
	OJCHECK_SCHEMATHESIS=$(SCHEMATHESIS) go test -timeout 120m -count 1 -v -run Schemathesis ./cmd/ojcheck

# By default Go spends a minute on making each new text of the corpus shorter, and runs nothing else meanwhile.
# The end of the time alone may look like a failure, "context deadline exceeded", until Go 1.27 (golang/go#75804).
fuzz: ## run each fuzz target for FUZZTIME (30s): executions a second
	@grep -rl --include='*_test.go' '^func Fuzz' . | xargs -n1 dirname | sort -u | while read -r dir; do \
		for target in $$(grep -h '^func Fuzz' $$dir/*_test.go | sed 's/func \(Fuzz[A-Za-z]*\).*/\1/'); do \
			go test $$dir -run '^$$' -fuzz "^$$target\$$" -fuzztime $(FUZZTIME) -fuzzminimizetime 20x >fuzz.out 2>&1 || \
				grep -qx '    context deadline exceeded' fuzz.out || { cat fuzz.out; exit 1; }; \
			sed -n 's/.*execs: \([0-9]*\) .*/\1/p' fuzz.out | tail -n 1 | awk -v t=$(FUZZTIME) -v n="$$dir $$target" '{printf "%8d a second  %s\n", $$1/(t+0), n}'; \
		done; \
	done; rm -f fuzz.out

lint: ## check formatting and module files; run vet and staticcheck
	@files=$$(git ls-files '*.go' ':!testdata' | xargs gofmt -l); \
		if [ -n "$$files" ]; then printf 'not formatted by gofmt:\n%s\n' "$$files"; exit 1; fi
	go mod tidy -diff
	go vet ./...
	go run $(STATICCHECK) ./...

generate: ## generate *_templ.go from the .templ files; commit the result
	go tool templ generate -include-version=false

cover: ## measure which lines the quick tests run; opens with: go tool cover -html cover.out
	go test -short -coverprofile cover.out -coverpkg ./... ./...
	go tool cover -func cover.out | tail -n 1

release-snapshot: release-packages ## build all files of a release into dist/release: archives, deb, rpm, checksums, container images
	internal/packaging/image.sh

CONFIG := .goreleaser.yml
release-packages: # without the images
	$(GORELEASER) release --snapshot --clean --config $(CONFIG)

release: ## the same for the tag of this commit; docs/maintaining.md says how to publish them
	$(GORELEASER) release --clean
	internal/packaging/image.sh
