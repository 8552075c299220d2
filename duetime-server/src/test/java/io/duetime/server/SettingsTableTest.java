package io.duetime.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class SettingsTableTest {
  private static final Path PAGE = Path.of("..", "docs", "running.md");

  @Test
  void thePageListsEachSettingAsItIsDeclared() throws IOException {
    List<String> declared = Setting.all().stream().map(SettingsTableTest::row).toList();

    assertThat(rows()).as("without links and marks of code").isEqualTo(declared);
  }

  private static String row(Setting<?> setting) {
    return List.of(
            setting.key(),
            setting.variable(),
            setting.defaultText(),
            setting.type().allowed(),
            setting.help())
        .stream()
        .map(cell -> cell.isEmpty() ? "" : cell + " ")
        .collect(Collectors.joining("| ", "| ", "|"));
  }

  private static List<String> rows() throws IOException {
    String section = Files.readString(PAGE).split("(?m)^## ", -1)[1];
    return section
        .lines()
        .filter(line -> line.startsWith("| `"))
        .map(line -> line.replaceAll("\\[([^]]+)]\\([^)]+\\)", "$1").replace("`", ""))
        .toList();
  }
}
