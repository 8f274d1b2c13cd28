#!/bin/sh
# gate.sh PROGRAM: judges a tool call by the table [gate] of your own settings; whatever fails denies it.
# A project's variables choose neither modules nor what Python does at its end.
unset PYTHONPATH PYTHONHOME PYTHONSTARTUP PYTHONUSERBASE PYTHONPLATLIBDIR PYTHONPYCACHEPREFIX
unset PYTHONINSPECT PYTHONBREAKPOINT PYTHONWARNINGS
quorate hook "$1" --limit 3620 && exit 0 # the limit that is written beside this hook
echo "quorate: denied" >&2               # Codex lets a call pass whose denial has no reason
exit 2
