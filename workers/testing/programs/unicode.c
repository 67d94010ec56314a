/* Names in other alphabets: two and more bytes a letter, which columns count as such. */
#include "busy.h"

KEEP void café(void) { SPEND(60); }
KEEP void straße_überqueren(int noch) {
  SPEND(60);
  café();
  if (noch > 0) straße_überqueren(noch - 1);
}
KEEP void λ(void) { SPEND(60); }
KEEP void 計算する(int 回数) {
  SPEND(60);
  λ();
  if (回数 > 0) 計算する(回数 - 1);
}
KEEP void _Ωμέγα(void) { SPEND(60); }

int main(void) {
  for (int round = 0; round < 150; round++) {
    straße_überqueren(3);
    計算する(2);
    _Ωμέγα();
  }
  return 0;
}
