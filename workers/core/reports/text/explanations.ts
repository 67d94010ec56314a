// Explanations below a listing without `-b`: how to read it. Our own text, where gprof has its own.

const FLAT = `
 % time      share of the program's whole sampled time that was spent in this
             function's own code.

 cumulative  the column beside it, added up from the first row to this one.
 seconds

 self        time spent in this function's own code; the listing is sorted
 seconds     by it.

 calls       how often the function was called, where calls were counted;
             calls by the function itself are not among them.

 self        average time of one call spent in the function's own code.
 per call

 total       average time of one call spent in the function and in what it
 per call    calls, as far as the call graph hands it on.

 name        the function. Functions of equal time stand in the order of
             their calls, then of their names.
`

const GRAPH_BODY = `
 Each entry between two rules is about one function: the one on the line that
 begins with a number in brackets, its primary line. Above it stand the functions
 that call it (its parents), below it those it calls (its children).

 The primary line:

   index        number of the entry. Entries are sorted by the time of the
                function and its children together, most time first.
   % time       that time as a share of all the time in the call graph.
   self         time in the function's own code.
   children     time handed up to it by the functions it calls.
   called       how often it was called, then "+" and its calls of itself.
   name         the function, the cycle it belongs to if any, and its index.

 A parent's line:

   self         part of the function's own time that this parent answers for.
   children     part of its children's time that this parent answers for.
   called       calls from this parent, "/" and the calls from all parents: to
                the whole cycle, where the function is a member of one. Both
                times are divided among parents in proportion to calls.

 A function that was called from nowhere the profile can see has the single
 parent <spontaneous>.

 A child's line:

   self         part of the child's own time handed up to the function.
   children     part of the time of the child's children handed up to it.
   called       calls of the child from the function, "/" and all its calls.

 Functions that call one another in a ring form a cycle. A cycle that is called
 from outside has an entry of its own, "<cycle as a whole>", which lists its
 members in the place of children.
 Calls between members hand up no time; their lines show a count only.

 Calls are counted; time is not measured per caller but divided by counts, so a
 caller whose calls are dearer than others' is charged too little.
`

/** Explanations by part of a listing: how to read it, in our own words. */
export const EXPLANATIONS = {
  flat: FLAT,
  graph: GRAPH_BODY,
  /** For the format of the first gprofs, in which it comes before the call graph. */
  traditionalGraph: `

call graph profile:
${GRAPH_BODY}
`,
} as const
