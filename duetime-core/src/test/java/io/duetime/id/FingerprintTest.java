package io.duetime.id;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.testing.DocumentTable;
import java.util.List;
import org.junit.jupiter.api.Test;

class FingerprintTest {
  private static final String FAILED = "java.lang.IllegalStateException: no order";

  @Test
  void hashesErrorsAsDocumented() {
    for (List<String> row : DocumentTable.rows("formats/hashes.md", "Error")) {
      String frame = row.size() > 2 ? row.get(2) : "";
      assertThat(Fingerprint.of(row.get(0)))
          .isEqualTo("fp1:" + StableHash.hex(row.get(1) + "\n" + frame).substring(0, 16));
    }
  }

  @Test
  void differsByTheFirstFrameOfTheApplication() {
    String one =
        at("java.base/java.util.Objects.requireNonNull(Objects.java:233)", "shop.A.a(A:1)");
    String other =
        at("java.base/java.util.Objects.requireNonNull(Objects.java:233)", "shop.B.b(B:1)");

    assertThat(Fingerprint.of(one)).isNotEqualTo(Fingerprint.of(other));
    assertThat(Fingerprint.of(one))
        .isEqualTo(Fingerprint.of(at("java.base/java.util.List.of(List.java:9)", "shop.A.a(A:77)")))
        .isEqualTo("fp1:" + StableHash.hex(FAILED + "\nshop.A.a").substring(0, 16));
  }

  @Test
  void proxiesLambdasAndModulesMakeNoDifference() {
    String plain = Fingerprint.of(at("shop.A.handle(A.java:1)"));

    assertThat(Fingerprint.of(at("app//shop.A.handle(A.java:1)"))).isEqualTo(plain);
    assertThat(Fingerprint.of(at("shop@1.0/shop.A.lambda$handle$12(A.java:5)"))).isEqualTo(plain);
    assertThat(Fingerprint.of(at("shop.A$$SpringCGLIB$$0.handle(<generated>)"))).isEqualTo(plain);
    assertThat(Fingerprint.of(at("shop.A$$Lambda/0x00007f1c.handle(Unknown Source)")))
        .isEqualTo(plain);
  }

  @Test
  void causesAndFurtherLinesMakeNoDifference() {
    assertThat(Fingerprint.of(FAILED + "\nsecond line" + Fingerprint.FRAME + "shop.A.a(A:1)"))
        .isEqualTo(Fingerprint.of(at("shop.A.a(A:1)") + "\ncaused by java.io.IOException: x"));
  }

  private static String at(String... frames) {
    return FAILED + Fingerprint.FRAME + String.join(Fingerprint.FRAME, frames);
  }
}
