package io.duetime.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What CONTRIBUTING.md and its picture name exists. */
class ContributingTest {
  private static final Pattern STATION = Pattern.compile("class=\"type\"[^>]*>([^<]+)<");
  private static final Pattern NAMED_TYPE = Pattern.compile("`([A-Z][a-z]+[A-Z]\\w+)`");

  @Test
  void everyClassInThePictureExists() throws IOException, InterruptedException {
    assertThat(unknown(namesIn(STATION, picture()))).isEmpty();
  }

  @Test
  void everyClassInTheTextExists() throws IOException, InterruptedException {
    assertThat(unknown(namesIn(NAMED_TYPE, Repository.read("CONTRIBUTING.md")))).isEmpty();
  }

  @Test
  void aNameWithoutAClassIsNoticed() throws IOException, InterruptedException {
    String text = "<text class=\"type\" x=\"1\">NoSuchStation</text> `NoSuchType` `none`";

    assertThat(unknown(namesIn(STATION, text))).containsExactly("NoSuchStation");
    assertThat(unknown(namesIn(NAMED_TYPE, text))).containsExactly("NoSuchType");
  }

  @Test
  void everyModuleIsInThePicture() throws IOException {
    assertThat(picture())
        .contains(Arrays.stream(BuildModule.values()).map(module -> module.folder).toList());
  }

  private static String picture() throws IOException {
    return Repository.read("docs/rooms.svg");
  }

  private static Set<String> namesIn(Pattern pattern, String text) {
    return pattern
        .matcher(text)
        .results()
        .map((MatchResult found) -> found.group(1))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static List<String> unknown(Set<String> names) throws IOException, InterruptedException {
    Set<String> known =
        Stream.of(
                Stream.of(DuetimeClasses.main(), DuetimeClasses.tests())
                    .flatMap(classes -> classes.stream())
                    .map(JavaClass::getSimpleName),
                Repository.moduleFolders().stream(),
                Repository.trackedFiles().stream().map(ContributingTest::fileName))
            .flatMap(found -> found)
            .collect(Collectors.toSet());
    return names.stream().filter(name -> !known.contains(name)).toList();
  }

  private static String fileName(String path) {
    return path.substring(path.lastIndexOf('/') + 1);
  }
}
