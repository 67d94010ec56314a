#!/bin/sh
# Builds the samples from their sources with `-pg` and runs each once, which leaves gmon.out beside it:
# public/sample/islands, in C, and public/ledgers/ledgers, in C++, which takes a minute. Give a name to make that one.
# An executable depends on the compiler alone: its lines name no folder of the machine; no build id, no path of the machine.
set -eu
cd "$(dirname "$0")/../public"
export LC_ALL=C

# make FOLDER NAME COMPILER ARGUMENT...
make() (
  cd "$1"
  name=$2
  compiler=$3
  shift 3
  "$compiler" -pg -O0 -g1 -fpie -pie -ffile-prefix-map="$PWD"=/"$name" -Wall -Wextra -Wl,--build-id=none -o "$name" "$@"
  rm -f gmon.out
  ./"$name"
  if strings -a "$name" | grep -F -e "$PWD" -e "${HOME:-/nowhere}/"; then
    echo 'make-sample: the executable mentions this machine' >&2
    exit 1
  fi
  gprof -b -p "$name" gmon.out | head -n 24
)

case ${1:-all} in all | islands) make sample islands gcc -std=c11 -Wno-format-nonliteral islands.c parse.c evaluate.c ;; esac
case ${1:-all} in all | ledgers) make ledgers ledgers g++ -std=c++17 main.cpp ledger.cpp formula.cpp ;; esac
