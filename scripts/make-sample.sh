#!/bin/sh
# Builds public/sample/islands from its source with `gcc -pg` and runs it once, which leaves gmon.out beside it.
# The executable depends on the compiler alone: its lines name no folder of the machine; no build id, no path of the machine.
set -eu
cd "$(dirname "$0")/../public/sample"
export LC_ALL=C
gcc -std=c11 -pg -O0 -g1 -fpie -pie -ffile-prefix-map="$PWD"=/islands -Wall -Wextra -Wno-format-nonliteral \
  -Wl,--build-id=none -o islands islands.c parse.c evaluate.c
rm -f gmon.out
./islands
if strings -a islands | grep -F -e "$PWD" -e "${HOME:-/nowhere}/"; then
  echo 'make-sample: the executable mentions this machine' >&2
  exit 1
fi
gprof -b -p islands gmon.out | head -n 24
