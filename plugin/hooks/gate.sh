#!/bin/sh
# gate.sh PROGRAM: judges a tool call once your own settings have a table [gate]; until then every call passes.
# From then on whatever fails denies the call, with exit status 2.
# A project's variables choose neither modules nor what Python does at its end.
unset PYTHONPATH PYTHONHOME PYTHONSTARTUP PYTHONUSERBASE PYTHONPLATLIBDIR PYTHONPYCACHEPREFIX
unset PYTHONINSPECT PYTHONBREAKPOINT PYTHONWARNINGS
table="^[[:space:]]*\[{0,2}[[:space:]]*[\"']?gate[\"']?[[:space:]]*([].=]|\$)"
for folder in "${XDG_CONFIG_HOME:-$HOME/.config}" "$HOME/Library/Application Support"; do
    settings=$folder/quorate/quorate.toml
    [ -e "$settings" ] || continue
    grep -Eq "$table" "$settings"
    [ $? -eq 1 ] && continue # 1: there is no such table; anything else: there is, or it cannot be read
    quorate hook "$1" --limit 3620 && exit 0 # the limit that is written beside this hook
    echo "quorate: denied" >&2               # Codex lets a call pass whose denial has no reason
    exit 2
done
cat >/dev/null
