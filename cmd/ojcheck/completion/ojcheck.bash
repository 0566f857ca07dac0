# bash completion for ojcheck: source <(ojcheck completion bash)
_ojcheck() {
	local IFS=$'\n'
	COMPREPLY=($("${COMP_WORDS[0]}" __complete "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null | cut -f1))
}
complete -o default -F _ojcheck ojcheck
