# Bash completion for dps(1). It needs only bash, not the package bash-completion.
# shellcheck shell=bash

_dps_options() {
  case $1 in
    run) echo --set --level --only --format -o --runs --until-error --warmup --hosts --launcher \
      --transport --bind --wait --seed --userfuncs --max-message --timeout --quiet --color --help ;;
    predict) echo --machine --costs --set --level --only --format -o --runs --until-error --warmup \
      --seed --quiet --color --help ;;
    calibrate) echo -o --hosts --launcher --transport --bind --wait --quick --components --set \
      --userfuncs --quiet --color --help ;;
    check) echo --set --hosts --quiet --color --help ;;
    hosts) echo --hosts --check --quiet --color --help ;;
    graph) echo --set --quiet --color --help ;;
    profile) echo --level --only --format --quiet --color --help ;;
    compare) echo --tolerance --level --only --format -o --quiet --color --help ;;
    *) echo --version --help ;;
  esac
}

# Prints the values of an option; "file" for file names, "none" if there is nothing to complete.
_dps_values() {
  case $1 in
    --level) echo process unit functionality ;;
    --format) echo text json csv ;;
    --launcher) echo local ssh mpi pvm ;;
    --transport) echo tcp mpi pvm ;;
    --bind) echo none core ;;
    --wait) echo block spin ;;
    --color) echo auto always never ;;
    -o | --userfuncs | --hosts | --machine | --costs | --components) echo file ;;
    --set | --only | --runs | --until-error | --warmup | --max-message | --seed | --timeout | \
      --tolerance) echo none ;;
  esac
}

# Prints the names of the variables in the blueprints on the command line, each followed by "=".
_dps_variables() {
  local word
  for word in "${COMP_WORDS[@]:1}"; do
    [ -f "$word" ] && sed -n 's/^[ \t]*V[ \t]\{1,\}\([A-Za-z_][A-Za-z0-9_]*\).*/\1=/p' -- "$word"
  done 2>/dev/null
}

_dps() {
  local word=${COMP_WORDS[COMP_CWORD]}
  local before=${COMP_WORDS[COMP_CWORD - 1]}
  local command=${COMP_WORDS[1]}
  local commands='run predict calibrate check graph hosts profile compare'
  local values
  [[ " $commands " == *" $command "* ]] || command=run

  values=$(_dps_values "$before")
  if [ "$before" = --set ]; then
    compopt -o nospace
    mapfile -t COMPREPLY < <(compgen -W "$(_dps_variables)" -- "$word")
  elif [ "$values" = none ]; then
    COMPREPLY=()
  elif [ -n "$values" ] && [ "$values" != file ]; then
    mapfile -t COMPREPLY < <(compgen -W "$values" -- "$word")
  elif [[ $word == -* ]]; then
    [ "$COMP_CWORD" -gt 1 ] || command=none
    mapfile -t COMPREPLY < <(compgen -W "$(_dps_options "$command")" -- "$word")
  else
    compopt -o filenames
    mapfile -t COMPREPLY < <(compgen -f -- "$word")
    if [ "$COMP_CWORD" -eq 1 ]; then
      mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -W "$commands" -- "$word")
    fi
  fi
}

complete -F _dps dps
