#compdef ojcheck
# zsh completion for ojcheck: source <(ojcheck completion zsh)
_ojcheck() {
	local -a found
	local word help
	while IFS=$'\t' read -r word help; do
		found+=("${word//:/\\:}:$help")
	done < <("${words[1]}" __complete "${(@)words[2,CURRENT]}" 2>/dev/null)
	if (( $#found )); then
		_describe ojcheck found
	else
		_files
	fi
}
if [[ "$funcstack[1]" == _ojcheck ]]; then
	_ojcheck
else
	compdef _ojcheck ojcheck
fi
