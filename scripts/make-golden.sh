#!/usr/bin/env bash
# Rebuilds workers/testing/golden: our program `ferries`, compiled for other machines with -pg, run under qemu-user, and
# listed by that machine's own gprof. Tests read what it leaves behind; none of these tools is needed to run them.
#
#   scripts/make-golden.sh [TARGET...]      all of them unless named
#
# Debian packages: qemu-user; for each target gcc-TARGET and its libc6-dev-…-cross; gcc-xtensa-lx106; gcc-mingw-w64-x86-64-win32,
# gcc-mingw-w64-i686-win32; wine and wine64 and nodejs for the Windows targets. They refuse to stand beside gcc-multilib, so use a
# machine or chroot of their own. Executables depend on the compiler alone; samples differ a little from run to run.
set -euo pipefail
cd "$(dirname "$0")/../workers/testing/golden"
export LC_ALL=C WINEDEBUG=-all

# folder | tools' prefix | emulator | compiler options
targets=(
  'aarch64          | aarch64-linux-gnu       | qemu-aarch64 |'
  'alpha            | alpha-linux-gnu         | qemu-alpha   |'
  'arm-thumb        | arm-linux-gnueabihf     | qemu-arm     | -mthumb'
  'arm-mixed        | arm-linux-gnueabihf     | qemu-arm     | -marm'
  'hppa             | hppa-linux-gnu          | qemu-hppa    |'
  'i386             | i686-linux-gnu          | qemu-i386    |'
  'm68k             | m68k-linux-gnu          | qemu-m68k    |'
  'mips             | mips-linux-gnu          | qemu-mips    |'
  'mips64           | mips64-linux-gnuabi64   | qemu-mips64  |'
  'mipsel           | mipsel-linux-gnu        | qemu-mipsel  |'
  'powerpc          | powerpc-linux-gnu       | qemu-ppc     |'
  'powerpc64        | powerpc64-linux-gnu     | qemu-ppc64   |'
  'powerpc64le      | powerpc64le-linux-gnu   | qemu-ppc64le |'
  'riscv64          | riscv64-linux-gnu       | qemu-riscv64 |'
  's390x            | s390x-linux-gnu         | qemu-s390x   |'
  'sh4              | sh4-linux-gnu           | made         |'
  'sparc64          | sparc64-linux-gnu       | qemu-sparc64 |'
  'xtensa           | xtensa-lx106-elf        | made         |'
  'mingw-x86_64     | x86_64-w64-mingw32      | wine         |'
  'mingw-i686       | i686-w64-mingw32        | made         |'
)

common=(-std=gnu11 -O1 -fno-optimize-sibling-calls -pg -Wall -Wextra "-ffile-prefix-map=$PWD=.")

make_one() {
  local folder=$1 prefix=$2 emulator=$3 flags=$4
  local second=$flags link=(-Wl,--build-id=none,--strip-debug,-z,max-page-size=8192) program=program run=() after=()
  mkdir -p "$folder"
  (
    cd "$folder"
    rm -f program program.exe gmon.out ./*.o
    # The first file is in Thumb code, the second is not.
    if [[ $folder == arm-mixed ]]; then flags=-mthumb; fi
    # That of SuperH crashes here, and for this Xtensa there is neither a C library nor a system to run under.
    if [[ $emulator == made ]]; then run=(eval "$prefix-nm program | node ../source/made-profile.mjs gnu >gmon.out"); fi
    if [[ $folder == xtensa ]]; then
      link+=(-nostdlib -Wl,-e,main)
      after=(mcount.o -lgcc)
      printf '.align 4\n.globl _mcount\n.type _mcount,@function\n_mcount: ret\n' | "$prefix-gcc" -c -x assembler -o mcount.o -
    elif [[ $folder == mingw-* ]]; then
      link=(-static -Wl,--strip-debug,--no-insert-timestamp,--disable-dynamicbase)
      program=program.exe
      run=(wine ./program.exe)
      # Wine for 64 bits alone runs no 32-bit program.
      if [[ $emulator == made ]]; then run=(eval "$prefix-nm program.exe | node ../source/made-profile.mjs >gmon.out"); fi
    elif [[ $emulator != made ]]; then
      run=("$emulator" -L "/usr/$prefix" ./program)
    fi
    # shellcheck disable=SC2086
    "$prefix-gcc" "${common[@]}" $flags -c -o ferries.o ../source/ferries.c
    # shellcheck disable=SC2086
    "$prefix-gcc" "${common[@]}" $second -c -o harbour.o ../source/harbour.c
    # shellcheck disable=SC2086
    "$prefix-gcc" -pg $second "${link[@]}" -o "$program" ferries.o harbour.o "${after[@]}"
    rm ./*.o
    if strings -a "$program" | grep -F -e "$PWD" -e "${HOME:-/nowhere}/"; then
      echo "make-golden: $folder/$program mentions this machine" >&2
      exit 1
    fi
    "${run[@]}"
    "$prefix-gprof" -b -p "$program" gmon.out >flat.txt
    # Where the C library counts no calls there is no graph to print.
    "$prefix-gprof" -b -q "$program" gmon.out >graph.txt || rm graph.txt
    # The search for calls in code is compared where gmonscope knows the machine's calls.
    if [[ $folder == aarch64 ]]; then "$prefix-gprof" -b -q -c "$program" gmon.out >static.txt; fi
    {
      echo "$("$prefix-gcc" --version | head -n 1)"
      echo "$("$prefix-gprof" --version | head -n 1)"
      if [[ $emulator == wine ]]; then wine --version; elif [[ $emulator != made ]]; then "$emulator" --version | head -n 1; fi
      echo
      echo "$prefix-gcc -O1 -fno-optimize-sibling-calls -pg $flags -c ferries.c"
      echo "$prefix-gcc -O1 -fno-optimize-sibling-calls -pg $second -c harbour.c"
      echo "$prefix-gcc -pg $second ${link[*]} -o $program ferries.o harbour.o ${after[*]}"
      echo "${run[*]#eval}"
      echo "$prefix-gprof -b -p $program gmon.out > flat.txt"
      if [[ -f graph.txt ]]; then echo "$prefix-gprof -b -q $program gmon.out > graph.txt"; fi
      if [[ -f static.txt ]]; then echo "$prefix-gprof -b -q -c $program gmon.out > static.txt"; fi
    } | sed 's/  */ /g; s/^ //; s/ $//' >how.txt
  )
}

status=0
for line in "${targets[@]}"; do
  IFS='|' read -r folder prefix emulator flags <<<"${line//' '/}"
  flags=${flags//-m/ -m}
  if (($# > 0)) && [[ " $* " != *" $folder "* ]]; then continue; fi
  set +e
  (
    set -e
    make_one "$folder" "$prefix" "$emulator" "$flags"
  )
  if (($? == 0)); then
    echo "$folder: $(stat -c %s "$folder"/program* | head -n 1) bytes, $(sed -n 6p "$folder/flat.txt")"
  else
    echo "$folder: failed" >&2
    status=1
  fi
  set -e
done
exit "$status"
