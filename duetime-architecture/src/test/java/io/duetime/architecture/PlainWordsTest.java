package io.duetime.architecture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

class PlainWordsTest {

  @Test
  void sourcesAndDocumentsUsePlainWords() throws Exception {
    assumeTrue(Files.exists(Repository.file(".git")), "not a clone");
    List<String> problems = new ArrayList<>();
    for (String name : Repository.trackedFiles()) {
      if (PlainWords.areExpectedIn(name) && Files.isRegularFile(Repository.file(name))) {
        List<String> missed = PlainWords.missedIn(Repository.read(name));
        missed.forEach(word -> problems.add(name + " says '" + word + "'"));
      }
    }

    assertThat(problems).isEmpty();
  }

  @Test
  void everyUnwantedWordIsNoticed() {
    assertThat(PlainWords.unwanted())
        .hasSize(8)
        .allSatisfy(word -> {
          assertThat(PlainWords.missedIn("A sentence with " + word + ".")).containsExactly(word);
          assertThat(PlainWords.missedIn("// " + word.toUpperCase(Locale.ROOT) + " begins it"))
              .containsExactly(word);
        });
  }

  @Test
  void anUnwantedWordInTheNameOfAConstantIsNoticed() {
    String word = PlainWords.unwanted().get(2);

    assertThat(PlainWords.missedIn(word.toUpperCase(Locale.ROOT) + "_TAKES(1)"))
        .containsExactly(word);
  }

  @Test
  void anUnwantedWordInTheNameOfAMethodIsNoticed() {
    String word = PlainWords.unwanted().get(2);
    String capital = word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1);

    assertThat(PlainWords.missedIn(word + "Takes(1) and jobThat" + capital + "Takes"))
        .containsExactly(word, word);
  }

  @Test
  void wordsThatALineBreakPartsAreNoticed() {
    String[] words = PlainWords.unwanted().get(5).split(" ", 2);

    for (String middle : List.of("\n", "\n   * ", "\n-- ", "\n  // ", " \n# ")) {
      assertThat(PlainWords.missedIn("so " + words[0] + middle + words[1] + " otherwise"))
          .as("with %s between", middle)
          .hasSize(1);
    }
  }

  @Test
  void wordsThatOnlyContainAnUnwantedOneAreFine() {
    assertThat(
            PlainWords.missedIn("It still applies, replies and understands; a newt, standstill."))
        .isEmpty();
  }

  @Test
  void mainSourcesAndDocumentsAreChecked() {
    assertThat(
            List.of(
                "README.md",
                "CONTRIBUTING.md",
                "docs/semantics.md",
                "docs/formats/redis.md",
                "duetime-core/src/main/java/io/duetime/Job.java",
                "duetime-redis/src/main/lua/claim.lua",
                "duetime-server/src/main/resources/io/duetime/openapi.yaml",
                "duetime-server/src/main/resources/io/duetime/console.html",
                "examples/order-timeouts/README.md"))
        .allMatch(PlainWords::areExpectedIn);
    assertThat(List.of("duetime-core/src/test/java/io/duetime/JobTest.java", "LICENSE"))
        .noneMatch(PlainWords::areExpectedIn);
  }
}
