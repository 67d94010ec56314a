// Programs of Debian that are compiled with -pg and run: how to build each, and its input.
//
// A recipe is shell text that runs in the unpacked source. $C, $CXX, $F and $D are the compilers
// with -pg and the other options of a run, $ADA the same for gnatmake to pass on. It produces an
// executable named `prog`. `run` is executed in a folder of its own, with $PROG set to that
// executable and $SRC to the source; `$WORK` contains a text of some megabytes as input. Nothing of
// this is kept.

/**
 * @typedef {{ name: string, source: string, kind: string, language: string, needs?: readonly string[], build: string, run: string }} Program
 *   `source`: Debian's source package; `needs`: packages to build with, besides the compilers
 */

const configure = (/** @type {string} */ more = '') =>
  `CC="$C" CXX="$CXX" ./configure --disable-shared --disable-dependency-tracking --disable-nls ${more} >configure.log 2>&1`

/**
 * The programs, with their recipes.
 *
 * @type {readonly Program[]}
 */
export const PROGRAMS = [
  {
    name: 'lua',
    source: 'lua5.4',
    kind: 'interpreter',
    language: 'C',
    build:
      'cd src && rm -f luac.c ltests.c && : > lua5.4-deb-multiarch.h && $C -I. -DDEB_HOST_MULTIARCH=\'"x"\' -DLUA_USE_POSIX -o ../prog *.c -lm',
    run: `echo 'local function f(n) if n<2 then return n end return f(n-1)+f(n-2) end; local t={} for i=1,200000 do t[i]=(i*7919)%100003 end table.sort(t) local s={} for i=1,20000 do s[#s+1]=string.format("%d:%s",i,("x"):rep(i%9)) end print(f(27),#table.concat(s))' > w.lua && "$PROG" w.lua`,
  },
  {
    name: 'bzip2',
    source: 'bzip2',
    kind: 'compressor',
    language: 'C',
    build:
      '$C -D_FILE_OFFSET_BITS=64 -o prog bzip2.c blocksort.c huffman.c crctable.c randtable.c compress.c decompress.c bzlib.c',
    run: 'head -c 3000000 "$WORK" > w && "$PROG" -k w',
  },
  {
    name: 'zlib-minigzip',
    source: 'zlib',
    kind: 'compressor',
    language: 'C',
    build: '$C -DHAVE_UNISTD_H -DHAVE_STDARG_H -I. -o prog *.c test/minigzip.c',
    run: '"$PROG" -9 < "$WORK" > w.gz',
  },
  {
    name: 'lz4',
    source: 'lz4',
    kind: 'compressor',
    language: 'C',
    build: 'cd programs && $C -I../lib -o ../prog *.c ../lib/*.c -DXXH_NAMESPACE=LZ4_',
    run: '"$PROG" -12 -q "$WORK" w.lz4',
  },
  {
    name: 'zstd',
    source: 'libzstd',
    kind: 'compressor',
    language: 'C',
    build:
      'cd programs && $C -DZSTD_DISABLE_ASM -DZSTD_NOBENCH -DZSTD_NODICT -DZSTD_NOTRACE -DZSTD_TRACE=0 -DBACKTRACE_ENABLE=0 -I../lib -I../lib/common -I../lib/compress -I../lib/decompress -o ../prog zstdcli.c util.c timefn.c fileio.c fileio_asyncio.c ../lib/common/*.c ../lib/compress/*.c ../lib/decompress/*.c 2>build.log || $C -DZSTD_DISABLE_ASM -DZSTD_NOBENCH -DZSTD_NODICT -DZSTD_NOTRACE -DZSTD_TRACE=0 -DBACKTRACE_ENABLE=0 -I../lib -o ../prog zstdcli.c util.c timefn.c fileio.c fileio_asyncio.c ../lib/common/*.c ../lib/compress/*.c ../lib/decompress/*.c',
    run: '"$PROG" -15 -q --single-thread "$WORK" -o w.zst',
  },
  {
    name: 'brotli',
    source: 'brotli=1.0.9-2',
    kind: 'compressor',
    language: 'C',
    build: '$C -Ic/include -o prog c/tools/brotli.c c/common/*.c c/enc/*.c c/dec/*.c -lm',
    run: '"$PROG" -q 6 -k -o w.br "$WORK"',
  },
  {
    name: 'byacc',
    source: 'byacc',
    kind: 'parser generator',
    language: 'C',
    build: `${configure()} && $MAKE >make.log 2>&1 && cp yacc prog`,
    run: 'cp "$SRC"/test/*.y . ; for f in *.y; do "$PROG" -v "$f" >/dev/null 2>&1 || true; done; "$PROG" "$SRC"/test/grammar.y',
  },
  {
    name: 'flex',
    source: 'flex',
    kind: 'scanner generator',
    language: 'C',
    needs: ['m4'],
    build: `${configure()} && $MAKE >make.log 2>&1; cp src/flex prog`,
    run: '"$PROG" -Cf -o w.c "$SRC"/src/scan.l',
  },
  {
    name: 'mawk',
    source: 'mawk',
    kind: 'interpreter',
    language: 'C',
    build: `${configure()} && $MAKE >make.log 2>&1 && cp mawk prog`,
    run: `"$PROG" '{ for (i = 1; i <= NF; i++) n[$i]++ } END { for (w in n) if (n[w] > 50) k++; print k }' "$WORK"`,
  },
  {
    name: 'gawk',
    source: 'gawk',
    kind: 'interpreter',
    language: 'C',
    build: `${configure('--without-readline --without-mpfr --disable-extensions')} && $MAKE -C support >make.log 2>&1; $MAKE gawk >>make.log 2>&1; cp gawk prog`,
    run: `"$PROG" '{ for (i = 1; i <= NF; i++) n[tolower($i)]++ } END { m = asorti(n); print m }' "$WORK"`,
  },
  {
    name: 'bc',
    source: 'bc',
    kind: 'calculator',
    language: 'C',
    needs: ['flex', 'bison', 'texinfo', 'ed'],
    build: `${configure()} && $MAKE >make.log 2>&1; cp bc/bc prog`,
    run: `echo 'scale=1200; 4*a(1); e(1); define f(n){if(n<2)return n; return f(n-1)+f(n-2)}; f(19)' | "$PROG" -l`,
  },
  {
    name: 'm4',
    source: 'm4',
    kind: 'macro processor',
    language: 'C',
    build: `${configure()} && $MAKE >make.log 2>&1; cp src/m4 prog`,
    run: `echo 'define(f,\`ifelse(eval($1<2),1,$1,\`eval(f(decr($1))+f(eval($1-2)))'"'"')'"'"')f(17) define(l,\`ifelse($1,0,,\`x$1 l(decr($1))'"'"')'"'"')len(l(1500))' > w.m4; "$PROG" w.m4 | tail -1`,
  },
  {
    name: 'fairymax',
    source: 'fairymax',
    kind: 'chess engine',
    language: 'C',
    build: `ls && $C -O2 -DINI_FILE=\\"fmax.ini\\" -o prog fairymax.c 2>build.log || $C -DINI_FILE='"fmax.ini"' -o prog src/fairymax.c`,
    run: `cp "$SRC"/*.ini "$SRC"/*/*.ini . 2>/dev/null; printf 'new\\nst 1\\nsd 7\\ne2e4\\nd2d4\\nquit\\n' | timeout 60 "$PROG" | tail -2; test -f gmon.out`,
  },
  {
    name: 'gnuchess',
    source: 'gnuchess',
    kind: 'chess engine',
    language: 'C++',
    build: `${configure('--without-readline')} && $MAKE >make.log 2>&1; cp src/gnuchess prog`,
    run: `(printf 'depth 6\\nmanual\\ne2e4\\ne7e5\\ngo\\n'; sleep 8; printf 'go\\n'; sleep 8; printf 'quit\\n'; sleep 1) | timeout 100 "$PROG" | tail -2; test -f gmon.out`,
  },
  {
    name: 'minisat',
    source: 'minisat2',
    kind: 'solver',
    language: 'C++',
    needs: ['zlib1g-dev'],
    build:
      '$CXX -fpermissive -w -D __STDC_LIMIT_MACROS -D __STDC_FORMAT_MACROS -I. -Iminisat -o prog $(find . -name "Main.cc" -path "*core*") $(find . -name Solver.cc -path "*core*") $(find . -name Options.cc) $(find . -name System.cc) -lz',
    run: `awk 'BEGIN { srand(3); n = 180; m = 756; print "p cnf", n, m; for (i = 0; i < m; i++) { for (j = 0; j < 3; j++) printf "%d ", (rand() < .5 ? -1 : 1) * int(1 + rand() * n); print 0 } }' > w.cnf; "$PROG" w.cnf >/dev/null; test -f gmon.out`,
  },
  {
    name: 'picosat',
    source: 'picosat',
    kind: 'solver',
    language: 'C',
    build:
      '$C -w -DNDEBUG -DPICOSAT_VERSION=1 -I. -o prog app.c main.c picosat.c version.c 2>build.log || (./configure.sh >/dev/null 2>&1; make config.h >/dev/null 2>&1; $C -w -DNDEBUG -I. -o prog app.c main.c picosat.c version.c)',
    run: `awk 'BEGIN { srand(5); n = 170; m = 714; print "p cnf", n, m; for (i = 0; i < m; i++) { for (j = 0; j < 3; j++) printf "%d ", (rand() < .5 ? -1 : 1) * int(1 + rand() * n); print 0 } }' > w.cnf; "$PROG" w.cnf >/dev/null; test -f gmon.out`,
  },
  {
    name: 'glpk',
    source: 'glpk',
    kind: 'solver',
    language: 'C',
    build: `${configure()} && $MAKE >make.log 2>&1; cp examples/glpsol prog`,
    run: 'for m in "$SRC"/examples/*.mod; do timeout 20 "$PROG" --tmlim 3 -m "$m" >/dev/null 2>&1; done; "$PROG" -m "$SRC"/examples/color.mod > /dev/null; test -f gmon.out',
  },
  {
    name: 'sqlite',
    source: 'sqlite3',
    kind: 'database',
    language: 'C',
    needs: ['tcl', 'tcl-dev'],
    build: `${configure('--disable-tcl --disable-readline')} && make sqlite3.c shell.c >make.log 2>&1; $C -DSQLITE_THREADSAFE=0 -DSQLITE_OMIT_LOAD_EXTENSION -o prog shell.c sqlite3.c -lm`,
    run: `"$PROG" w.db "create table t(a integer primary key, b text, c real); with recursive n(i) as (select 1 union all select i+1 from n where i<120000) insert into t select i, hex(i*7919%100003), i*0.37 from n; create index i on t(b); select count(*), sum(c) from t where b like '3%'; select max(x.c+y.c) from t x join t y on x.b=y.b where x.a%97=1;"`,
  },
  {
    name: 'expat-xmlwf',
    source: 'expat=2.5.0-1+deb12u2',
    kind: 'parser',
    language: 'C',
    build:
      'cd $(test -d expat && echo expat || echo .) && $C -DHAVE_MEMMOVE -DXML_GE=1 -DXML_DTD -DXML_NS -DXML_CONTEXT_BYTES=1024 -DHAVE_GETRANDOM -DXML_POOR_ENTROPY -DBYTEORDER=1234 -Ilib -o "$OLDPWD"/prog xmlwf/xmlwf.c xmlwf/xmlfile.c xmlwf/codepage.c xmlwf/unixfilemap.c lib/xmlparse.c lib/xmlrole.c lib/xmltok.c',
    run: `awk 'BEGIN { print "<r>"; for (i = 0; i < 120000; i++) printf "<e a=\\"%d\\" b=\\"x%d\\"><f>text &amp; %d</f></e>\\n", i, i % 7, i * i; print "</r>" }' > w.xml; "$PROG" -n w.xml; test -f gmon.out`,
  },
  {
    name: 'gperf',
    source: 'gperf',
    kind: 'generator',
    language: 'C++',
    build: `${configure()} && $MAKE >make.log 2>&1; cp src/gperf prog`,
    run: 'tr -cs "a-z" "\\n" < "$WORK" | sort -u | head -700 > w.gperf; timeout 100 "$PROG" -m 3 w.gperf > w.c; test -f gmon.out',
  },
  {
    name: 'nasm',
    source: 'nasm',
    kind: 'assembler',
    language: 'C',
    build: `${configure()} && $MAKE nasm >make.log 2>&1; cp nasm prog`,
    run: `awk 'BEGIN { print "bits 64"; for (i = 0; i < 40000; i++) printf "l%d: mov rax, [rbx+%d]\\n add rax, %d\\n vaddps ymm1, ymm2, ymm3\\n jne l%d\\n", i, i % 999, i, int(i * 0.7) }' > w.asm; "$PROG" -f elf64 -o w.o w.asm`,
  },
  {
    name: 'jimtcl',
    source: 'jimtcl',
    kind: 'interpreter',
    language: 'C',
    build:
      'CC="$C" ./configure --disable-ssl --disable-lineedit >configure.log 2>&1; $MAKE jimsh >make.log 2>&1; cp jimsh prog',
    run: `echo 'proc f n {expr {$n<2 ? $n : [f [expr {$n-1}]]+[f [expr {$n-2}]]}}; set l {}; for {set i 0} {$i<20000} {incr i} {lappend l [expr {$i*7919%10007}]}; puts "[f 17] [llength [lsort -integer $l]]"' > w.tcl; "$PROG" w.tcl`,
  },
  {
    name: 'blas-test',
    source: 'lapack',
    kind: 'linear algebra',
    language: 'Fortran',
    needs: ['gfortran'],
    build:
      'rm -f BLAS/SRC/xerbla.f && $F -w -std=legacy -fallow-argument-mismatch -o prog BLAS/TESTING/dblat3.f BLAS/SRC/*.f $(ls BLAS/SRC/*.f90 2>/dev/null)',
    run: '"$PROG" < "$SRC"/BLAS/TESTING/dblat3.in > w.out; test -f gmon.out',
  },
  {
    name: 'cmark',
    source: 'cmark',
    kind: 'parser',
    language: 'C',
    needs: ['cmake'],
    build:
      'mkdir -p o && cd o && CFLAGS="-pg -O2 -w" cmake -DCMAKE_C_COMPILER=gcc -DCMARK_SHARED=OFF -DCMARK_TESTS=OFF -DCMAKE_BUILD_TYPE=None .. >cmake.log 2>&1 && make >make.log 2>&1; cp src/cmark ../prog',
    run: `awk '{ if (NR % 9 == 0) print "\n# " $1 "\n"; if (NR % 4 == 0) print "* *" $1 "* **" $2 "** [" $1 "](" $2 ")"; else print }' "$WORK" > w.md; "$PROG" w.md > w.html`,
  },
  {
    name: 'mujs',
    source: 'mujs',
    kind: 'interpreter',
    language: 'C',
    build:
      '$C -o prog main.c one.c -lm 2>build.log || $C -o prog main.c $(ls js*.c regexp.c utf.c utftype.c 2>/dev/null | grep -v one.c) -lm',
    run: `echo 'function f(n){return n<2?n:f(n-1)+f(n-2)} var o={}; for(var i=0;i<100000;i++)o["k"+i%500]=i; print(f(22), JSON.stringify(o).length, /k(\\d+)9/.exec(JSON.stringify(o))[1])' > w.js; "$PROG" w.js`,
  },
  {
    name: 'lzip',
    source: 'lzip',
    kind: 'compressor',
    language: 'C++',
    build: '$CXX -DPROGVERSION=\'"0"\' -o prog *.cc',
    run: 'head -c 2000000 "$WORK" > w; "$PROG" -k -9 w',
  },
  {
    name: 'zopfli',
    source: 'zopfli',
    kind: 'compressor',
    language: 'C',
    build: '$C -o prog src/zopfli/*.c -lm',
    run: 'head -c 150000 "$WORK" > w; "$PROG" w',
  },
  {
    name: 'units',
    source: 'units',
    kind: 'calculator',
    language: 'C',
    build: `${configure('--without-readline')} && $MAKE units >make.log 2>&1; cp units prog`,
    run: 'cp "$SRC"/*.units . ; for i in 1 2 3 4 5; do "$PROG" -f definitions.units -c >/dev/null 2>&1; done; "$PROG" -f definitions.units "17 furlong/fortnight" "m/s" ; test -f gmon.out',
  },
  {
    name: 'ghdl',
    source: 'ghdl',
    kind: 'hardware simulator',
    language: 'Ada',
    needs: ['gnat', 'zlib1g-dev'],
    build:
      './configure >configure.log 2>&1 && sed -i "s/-gnatwae\\|-gnatwe//g" Makefile && $MAKE ADA_FLAGS="$ADA" OPT_FLAGS="$ADA" LDFLAGS=-pg ghdl_mcode libs.vhdl.mcode >make.log 2>&1; ln -sfn . lib/ghdl/vhdl && ln -f ghdl_mcode prog',
    run: `printf '%s\\n' 'library ieee; use ieee.std_logic_1164.all; use ieee.numeric_std.all;' 'entity w is end;' 'architecture a of w is' 'signal clk : std_logic; signal r : unsigned(31 downto 0) := x"00000001";' 'begin' "process begin for i in 1 to 300000 loop clk <= '0'; wait for 1 ns; clk <= '1'; wait for 1 ns; end loop; wait; end process;" 'process (clk) begin if rising_edge(clk) then r <= r(30 downto 0) & (r(31) xor r(21) xor r(1) xor r(0)); end if; end process;' 'end;' > w.vhdl; "$SRC/ghdl_mcode" -c --std=08 w.vhdl -r w`,
  },
  {
    name: 'ahven',
    source: 'ahven',
    kind: 'test runner',
    language: 'Ada',
    needs: ['gnat'],
    build:
      'mkdir o && cd o && gnatmake -q -I../src -I../src/unix -I../test ../test/tester -o ../prog -cargs $ADA -largs -pg',
    run: '"$PROG" >/dev/null; test -f gmon.out',
  },
  {
    name: 'dustmite',
    source: 'dustmite',
    kind: 'test case reducer',
    language: 'D',
    needs: ['gdc'],
    build: '$D -o prog dustmite.d polyhash.d splitter.d',
    run: 'mkdir t; cp "$SRC"/splitter.d t/; timeout 60 "$PROG" -j1 --strategy=inbreadth t "grep -q parseRegexp splitter.d"; ls',
  },
  {
    name: 'mustache',
    source: 'mustache-d',
    kind: 'template engine',
    language: 'D',
    needs: ['gdc'],
    build: '$D -funittest -fmain -o prog src/mustache.d',
    run: '"$PROG"',
  },
  {
    name: 'dcontainers',
    source: 'dcontainers',
    kind: 'containers',
    language: 'D',
    needs: ['gdc'],
    build: '$D -funittest -fmain -Isrc -o prog $(find src -name "*.d")',
    run: '"$PROG"',
  },
  {
    name: 'tcc',
    source: 'tcc',
    kind: 'compiler',
    language: 'C',
    build:
      './configure --cc=gcc >configure.log 2>&1 && $C -DONE_SOURCE=1 -I. -o prog tcc.c -ldl -lm -lpthread 2>build.log',
    run: `awk 'BEGIN { print "int g;"; for (i = 0; i < 20000; i++) printf "static int f%d(int a, const char *s)\\n{ int b[4] = { a, %d, a * 3, 7 }; while (a > 0 && s[a & 3]) { b[a & 3] += a-- %% %d; if (b[0] > b[1]) g ^= b[2] << 2; } return b[0] + (g ? %d : b[3]); }\\n", i, i, i % 13 + 2, i }' > w.c && "$PROG" -nostdinc -c w.c -o w.o`,
  },
  {
    name: 'libsvm',
    source: 'libsvm',
    kind: 'learner',
    language: 'C++',
    build: '$CXX -o prog svm-train.c svm.cpp',
    run: `awk 'BEGIN { srand(7); for (i = 0; i < 4000; i++) { x = rand(); y = rand(); z = rand(); print (x * y > z * z ? 1 : -1), "1:" x, "2:" y, "3:" z } }' > w.data && "$PROG" -q -v 3 w.data && "$PROG" -q -s 3 w.data w.model`,
  },
  {
    name: 'busybox',
    source: 'busybox',
    kind: 'all of Unix, static',
    language: 'C',
    build:
      'make defconfig >/dev/null 2>&1; sed -i "s/-fomit-frame-pointer//" Makefile.flags; sed -i "s/# CONFIG_STATIC is not set/CONFIG_STATIC=y/; s/^CONFIG_TC=y/# CONFIG_TC is not set/; s/^CONFIG_EXTRA_CFLAGS=.*/CONFIG_EXTRA_CFLAGS=\\"-pg -g -w\\"/; s/^CONFIG_EXTRA_LDFLAGS=.*/CONFIG_EXTRA_LDFLAGS=\\"-pg -static\\"/" .config; yes "" | make oldconfig >/dev/null 2>&1; make -j2 >make.log 2>&1; cp busybox_unstripped prog',
    run: '"$PROG" bzip2 -c "$WORK" > w.bz2',
  },
  {
    name: 'fasttree',
    source: 'fasttree',
    kind: 'phylogeny, clang and lld',
    language: 'C',
    needs: ['clang', 'lld'],
    build:
      'clang -pg -g -O2 -w -fuse-ld=lld -Wl,-z,separate-loadable-segments,-z,max-page-size=2097152 -o prog fasttree.c -lm',
    run: `awk 'BEGIN { srand(5); for (i = 0; i < 300; i++) b[i] = int(rand() * 4); for (s = 0; s < 200; s++) { t = ""; for (i = 0; i < 300; i++) t = t substr("ACGT", 1 + (rand() < .15 ? int(rand() * 4) : b[i]), 1); print ">s" s "\\n" t } }' > w.fa; "$PROG" -nt -quiet w.fa > w.tree`,
  },
  {
    name: 'fasttree-types',
    source: 'fasttree',
    kind: 'phylogeny, OpenMP, static',
    language: 'C',
    build: '$C -fopenmp -fdebug-types-section -flto -static -o prog fasttree.c -lm 2>build.log',
    run: `awk 'BEGIN { srand(6); for (i = 0; i < 300; i++) b[i] = int(rand() * 4); for (s = 0; s < 120; s++) { t = ""; for (i = 0; i < 300; i++) t = t substr("ACGT", 1 + (rand() < .15 ? int(rand() * 4) : b[i]), 1); print ">s" s "\\n" t } }' > w.fa; OMP_NUM_THREADS=3 "$PROG" -nt -quiet w.fa > w.tree`,
  },
  {
    name: 'minimap2',
    source: 'minimap2',
    kind: 'aligner, threads, mold',
    language: 'C',
    needs: ['zlib1g-dev', 'mold'],
    build:
      'sed -i "s#.simde/x86/sse4.1.h.#<smmintrin.h>#; s#.simde/x86/sse2.h.#<emmintrin.h>#" *.c && $C -msse4.1 -DHAVE_KALLOC -ffunction-sections -fvisibility=hidden -fuse-ld=mold -Wl,--gc-sections -o prog $(ls *.c | grep -v "example\\|ksw2_dispatch") -lz -lpthread -lm',
    run: `awk 'BEGIN { srand(9); g = ""; for (i = 0; i < 200000; i++) g = g substr("ACGT", 1 + int(rand() * 4), 1); print ">r\\n" g > "r.fa"; for (i = 0; i < 300; i++) print ">q" i "\\n" substr(g, 1 + int(rand() * 190000), 3000) > "q.fa" }' && "$PROG" -a -t4 r.fa q.fa > w.sam`,
  },
  {
    name: 'mopac7',
    source: 'mopac7',
    kind: 'chemistry, OpenMP',
    language: 'Fortran',
    needs: ['gfortran'],
    build: '$F -fopenmp -w -std=legacy -fallow-argument-mismatch -fno-automatic -o prog fortran/*.f',
    run: 'cp "$SRC"/tests/1scf.dat w.dat; FOR005=w.dat FOR006=o FOR009=r FOR010=d FOR011=l FOR012=a SHUTDWN=s OMP_NUM_THREADS=2 "$PROG" >/dev/null; test -f gmon.out',
  },
  {
    name: 'ninja',
    source: 'ninja-build',
    kind: 'build tool, gold',
    language: 'C++',
    build:
      '$CXX -no-pie -fuse-ld=gold -Wl,--emit-relocs -gz -o prog $(ls src/*.cc | grep -v "test\\|win32\\|browse\\|bench\\|minidump\\|msvc\\|includes_norm\\|[.]in[.]cc")',
    run: `awk 'BEGIN { print "rule cc\\n  command = cp $in $out"; for (i = 0; i < 40000; i++) printf "build o%d: cc s%d\\n", i, i % 50 }' > build.ninja; for i in $(seq 0 49); do : > s$i; done; "$PROG" -n > w.out`,
  },
  {
    name: 'cppcheck',
    source: 'cppcheck',
    kind: 'checker, lld folding functions',
    language: 'C++',
    needs: ['lld'],
    build:
      "mkdir -p o && ls lib/*.cpp cli/*.cpp externals/*/*.cpp | xargs -P2 -I{} sh -c '$CXX -O1 -ffunction-sections -std=c++17 -Ilib -Iexternals/picojson -Iexternals/simplecpp -Iexternals/tinyxml2 -Iexternals -Icli -c {} -o o/$(basename {} .cpp).o' 2>build.log; $CXX -fuse-ld=lld -Wl,--icf=all,--gc-sections -o prog o/*.o",
    run: 'cp -r "$SRC/cfg" .; "$PROG" --max-configs=1 --enable=style "$SRC"/lib/timer.cpp "$SRC"/lib/path.cpp >/dev/null 2>&1; test -f gmon.out',
  },
  {
    name: 'pasdoc',
    source: 'pasdoc',
    kind: 'documentation tool, fpc',
    language: 'Pascal',
    needs: ['fp-compiler', 'fp-units-rtl', 'fp-units-base', 'fp-units-fcl'],
    build:
      'fpc -pg -gw2 -O1 @pasdoc-fpc.cfg -Fusource/component -Fusource/component/tipue -Fusource/component/images -Fusource/console -Fisource/component -Fisource/component/images -FE. -oprog source/console/pasdoc.dpr >build.log 2>&1; test -x prog',
    run: 'cp -r "$SRC"/source/component in; "$PROG" --format=html --output=. in/*.pas >/dev/null 2>&1; test -f gmon.out',
  },
  {
    name: 'gzip',
    source: 'gzip',
    kind: 'compressor',
    language: 'C',
    build: `${configure()} && $MAKE >make.log 2>&1; cp gzip prog`,
    run: '"$PROG" -9 -c "$WORK" > w.gz',
  },
  {
    name: 'figlet',
    source: 'figlet',
    kind: 'banner printer',
    language: 'C',
    build:
      '$C -DTLF_FONTS -DDEFAULTFONTDIR=\'""\' -DDEFAULTFONTFILE=\'"standard.flf"\' -o prog figlet.c zipio.c crc.c inflate.c utf8.c',
    run: 'head -c 400000 "$WORK" | "$PROG" -d "$SRC"/fonts > w',
  },
  {
    name: 'tinyscheme',
    source: 'tinyscheme',
    kind: 'interpreter',
    language: 'C',
    build: '$C -DSTANDALONE=1 -DUSE_DL=0 -DUSE_STRLWR=1 -o prog scheme.c -lm',
    run: `cp "$SRC"/init.scm . && echo '(define (f n) (if (< n 2) n (+ (f (- n 1)) (f (- n 2))))) (display (f 23)) (display (length (let l ((i 0) (a (list))) (if (= i 20000) a (l (+ i 1) (cons i a))))))' > w.scm && "$PROG" w.scm`,
  },
  {
    name: 'lame',
    source: 'lame',
    kind: 'sound encoder',
    language: 'C',
    build: `${configure('--disable-decoder --disable-gtktest')} && $MAKE >make.log 2>&1; cp frontend/lame prog`,
    run: '"$PROG" --quiet -r -s 44.1 -V2 "$WORK" w.mp3',
  },
  {
    name: 'qhull',
    source: 'qhull',
    kind: 'geometry, a C library behind C++',
    language: 'C++',
    build:
      '(cd src/libqhull_r && $C -c *.c) && $CXX -Isrc -o prog src/user_eg3/user_eg3_r.cpp $(ls src/libqhullcpp/*.cpp | grep -v "qt-\\|usermem") $(ls src/libqhull_r/*.o | grep -v userprintf) -lm',
    run: '"$PROG" rbox "3000 D4" qhull "d Qbb" > w 2>&1',
  },
  {
    name: 'cadical',
    source: 'cadical',
    kind: 'solver',
    language: 'C++',
    build: '$CXX -DNDEBUG -DNBUILD -DQUIET -o prog $(ls src/*.cpp | grep -v mobical)',
    run: `awk 'BEGIN { srand(7); n = 210; m = 895; print "p cnf " n, m; for (i = 0; i < m; i++) { s = ""; for (j = 0; j < 3; j++) s = s (rand() < .5 ? "-" : "") int(1 + n * rand()) " "; print s 0 } }' > w.cnf; "$PROG" w.cnf > w || true`,
  },
  {
    name: 'ragel',
    source: 'ragel',
    kind: 'scanner generator',
    language: 'C++',
    build: `${configure()} && $MAKE >make.log 2>&1; cp ragel/ragel prog`,
    run: '"$PROG" -G2 -o w.cpp "$SRC"/examples/rlscan.rl',
  },
  {
    name: 'tetgen',
    source: 'tetgen',
    kind: 'mesh generator',
    language: 'C++',
    build: '$CXX -o prog tetgen.cxx predicates.cxx',
    run: 'cp "$SRC"/example.poly . && "$PROG" -Qpq1.2a0.02 example.poly',
  },
  {
    name: 'zpaq',
    source: 'zpaq',
    kind: 'compressor, code made as it runs',
    language: 'C++',
    build: '$CXX -Dunix -o prog zpaq.cpp libzpaq.cpp -pthread',
    run: '"$PROG" add w "$WORK" -m3 -t2',
  },
  {
    name: 'minpack',
    source: 'minpack',
    kind: 'least squares',
    language: 'Fortran',
    build: 'cp ex/file17 ex/driver.f && $F -std=legacy -w -o prog ex/driver.f *.f',
    run: '"$PROG" < "$SRC"/ex/file22 > w',
  },
]
