# Sourced by the commands beside it. Sets $root to the checkout; the working directory stays as it is.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

find_python() {
  local candidate
  for candidate in python3 python3.14 python3.13 python3.12 python3.11 python; do
    if "$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
      echo "$candidate"
      return
    fi
  done
  echo "Sixfold needs Python 3.11 or newer, and none was found." >&2
  return 1
}

# Makes .venv once, and again when what it is made from has changed. Usage: set_up_venv [EXTRA]
set_up_venv() (
  extra=${1:-}
  cd "$root" || exit
  made_from="$(cksum pyproject.toml requirements.lock) $extra"
  stamp=.venv/made-from${extra:+-$extra}
  if [ -x .venv/bin/sixfold ] && [ "$(cat "$stamp" 2>/dev/null)" = "$made_from" ]; then
    exit
  fi
  python=$(find_python) || exit
  echo "Setting up .venv (once; a minute or two) ..." >&2
  [ -x .venv/bin/python ] || "$python" -m venv .venv || exit
  .venv/bin/python -m pip install --quiet --disable-pip-version-check \
    --constraint requirements.lock --editable ".${extra:+[$extra]}" || exit
  echo "$made_from" >"$stamp"
)
