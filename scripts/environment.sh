# Sourced by the other scripts: creates virtual environments from the lock files in requirements/.

unset PYTHONDONTWRITEBYTECODE PYTHONPATH PYTHONHOME

fail() {
    printf '%s\n' "$@" >&2
    exit 1
}

new_enough() {
    "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null
}

find_python() {
    for candidate in ${PYTHON:+"$PYTHON"} python3 python3.14 python3.13 python3.12 python3.11 python; do
        if new_enough "$candidate"; then
            printf '%s\n' "$candidate"
            return
        fi
        [ -z "${PYTHON:-}" ] || fail "PYTHON=$PYTHON is not Python 3.11 or later."
    done
    fail "Python 3.11 or later is required but was not found. Set PYTHON=/path/to/python3."
}

version_of() {
    "$1" -c 'import sys; print(sys.version)' 2>/dev/null
}

# Whether this Python's own pip can install into other environments; creating one with a pip of its own takes longer
# than everything else.
installs_elsewhere() {
    "$1" -m pip --python "$1" --version >/dev/null 2>&1
}

make_venv() { # folder python
    if installs_elsewhere "$2"; then
        echo "creating $1" >&2
        "$2" -m venv --clear --without-pip "$1" || fail "Could not create the virtual environment $1."
        return
    fi
    "$2" -c 'import ensurepip, venv' 2>/dev/null || fail \
        "$2 cannot create virtual environments: the venv or ensurepip module is missing." \
        "On Debian and Ubuntu: apt install python3-venv" \
        "Elsewhere, choose another Python with PYTHON=/path/to/python3."
    echo "creating $1" >&2
    "$2" -m venv --clear "$1" || fail "Could not create the virtual environment $1."
}

# A virtual environment that was copied still runs the programs of its original folder.
usable() { # folder python
    [ "$(version_of "$1/bin/python")" = "$(version_of "$2")" ] &&
        { [ -x "$1/bin/pip" ] || installs_elsewhere "$2"; } &&
        grep -Fq "$(pwd -P)/$1" "$1/bin/activate"
}

# Modules are compiled when they are first used.
pip_install() { # folder python, then options of pip
    folder=$1 base=$2
    shift 2
    if [ -x "$folder/bin/pip" ]; then
        set -- "$folder/bin/python" -m pip install "$@"
    else
        set -- "$base" -m pip --python "$folder/bin/python" install "$@"
    fi
    "$@" -q -q --no-compile --disable-pip-version-check || fail "pip could not install: $*"
}

# prepare FOLDER LOCK: puts the virtual environment FOLDER on the path, with requirements/LOCK.txt and this package.
prepare() {
    python=$(find_python) || exit 1
    python=$(command -v "$python")
    lock=requirements/$2.txt
    stamp=$1/installed-$2
    usable "$1" "$python" || make_venv "$1" "$python"
    PATH=$PWD/$1/bin:$PATH
    export PATH
    current=$(cat "$lock" pyproject.toml | cksum)
    if [ ! -f "$stamp" ] || [ "$(cat "$stamp")" != "$current" ]; then
        echo "installing $lock into $1" >&2
        pip_install "$1" "$python" --require-hashes -r "$lock"
        pip_install "$1" "$python" --no-deps --no-build-isolation -e .
        printf '%s\n' "$current" >"$stamp"
    fi
}

# run_programs MODULE WORD...: the newest agent programs from npm, in a network of nothing but loopback. PROGRAMS names a
# folder that has them already, in node_modules.
run_programs() {
    for program in npm node unshare ip; do
        command -v "$program" >/dev/null || fail "$program is required but was not found."
    done
    module=$1
    shift
    folder=${PROGRAMS:-}
    if [ -z "$folder" ]; then
        folder=$(mktemp -d /var/tmp/programs.XXXXXX)
        trap 'rm -rf "$folder"' EXIT
        npm install --no-fund --no-audit --loglevel error --prefix "$folder" \
            @anthropic-ai/claude-code @openai/codex @google/gemini-cli
    fi
    unshare -r -n sh -c 'ip link set lo up && exec "$@"' sh python -m "$module" "$folder" "$@"
}
