// What `-h` and `-v` print, in our own words: gprof's name its authors, and where to report its bugs.
export const VERSION = 'gmonscope gprof: prints what GNU gprof 2.40 prints\n'

export const HELP = `usage: gmonscope gprof [option]... [image [profile]...]

An argument in brackets must be glued to its option: -pmain, --graph=main.

what to print
  -p[spec] -P[spec]   flat profile, of what the spec names; not of it
  -q[spec] -Q[spec]   call graph, likewise; -B is -q
  -C[spec] -Z[spec]   execution counts, likewise
  -A[spec] -J[spec]   annotated source, likewise
  -r                  an order of functions for the linker
  -R file             an order of object files for the linker, by this map
  -i                  how many records each profile holds
  -s                  nothing, but write the sum of all profiles to gmon.sum
  --wide              with -s: spread what exceeds a field over several records

what to count
  -a                  no local symbols
  -D                  no local symbols that are not functions
  -c                  also calls found in the machine code
  -l                  lines rather than functions
  -k from/to          not these arcs
  -e -f name          call graph without, only with, these functions
  -E -F name          the same, and their time
  -n -N name          time of these functions only; of all others
  -m count            mark lines executed less often than this
  -S file             symbols from this file, as nm prints them
  -O format           format of profiles: auto, magic, bsd, 4.4bsd

how to print it
  -b                  no explanations
  -T                  as the first gprofs did
  -z                  also what was never called and has no time
  -w width            columns of the index
  -t length           lines in the table of the most executed ones
  -x -y               every line its count; a file for each source file
  -I folders -L       where sources are; print their whole paths
  --demangle[=style] --no-demangle --inline-file-names

  -h  -v              this text; the version
  --flat-profile ...  gprof's long names and their beginnings: man gprof
  @file               more arguments, from a file
`

/** Behind a word that is none: the whole text would push what is wrong out of sight. */
export const SEE_HELP = 'gmonscope gprof --help lists the options\n'
