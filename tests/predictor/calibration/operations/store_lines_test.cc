#include "predictor/calibration/operations/store_lines.h"

#include <gtest/gtest.h>

namespace dps::calibration {
namespace {

TEST(StoreLines, OnlyTheRepeatedStoresOfTheFirstRoutineAreDeleted) {
  const char* text =
      "dps_first_:\n"
      "\tpushq\t%rbp\n"
      "\tmovl\t$1, -8(%rbp)\n"
      "\tmovsd\t%xmm0, -40(%rbp)\n"
      "\tmovsd\t-24(%rbp), %xmm0\n"
      "\tmovsd\t%xmm0, -32(%rbp)\n"
      "\tmovsd\t-24(%rbp), %xmm0\n"
      "\tmovsd\t%xmm0, -32(%rbp)\n"
      "\tret\n"
      "dps_second_:\n"
      "\tmovsd\t-24(%rbp), %xmm0\n"
      "\tmovsd\t%xmm0, -32(%rbp)\n"
      "\tmovsd\t-24(%rbp), %xmm0\n"
      "\tmovsd\t%xmm0, -32(%rbp)\n";
  EXPECT_EQ(without_stores(text, 2),
            "dps_first_:\n"
            "\tpushq\t%rbp\n"
            "\tmovl\t$1, -8(%rbp)\n"
            "\tmovsd\t%xmm0, -40(%rbp)\n"
            "\tmovsd\t-24(%rbp), %xmm0\n"
            "\tmovsd\t-24(%rbp), %xmm0\n"
            "\tret\n"
            "dps_second_:\n"
            "\tmovsd\t-24(%rbp), %xmm0\n"
            "\tmovsd\t%xmm0, -32(%rbp)\n"
            "\tmovsd\t-24(%rbp), %xmm0\n"
            "\tmovsd\t%xmm0, -32(%rbp)\n");
}

TEST(StoreLines, ThoseOfAArch64AreKnown) {
  EXPECT_EQ(without_stores("dps_first:\n\tldr\td0, [sp, 24]\n\tstr\td0, [sp, 32]\n", 1),
            "dps_first:\n\tldr\td0, [sp, 24]\n");
}

TEST(StoreLines, GlobalVariablesAreStoredByTheirNames) {
  EXPECT_EQ(without_stores(
                "dps_first:\n\tmovl\t%eax, dpsglb_+8(%rip)\n\tmovl\tdpsglb_+8(%rip), %eax\n", 1),
            "dps_first:\n\tmovl\tdpsglb_+8(%rip), %eax\n");
}

TEST(StoreLines, WithoutStoresThereIsNoText) {
  EXPECT_EQ(without_stores("dps_first:\n\tret\n", 1), "");
  EXPECT_EQ(without_stores("", 1), "");
}

}  // namespace
}  // namespace dps::calibration
