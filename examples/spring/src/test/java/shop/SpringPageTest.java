package shop;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The page of the starter shows these files as they are. */
class SpringPageTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "src/main/java/shop/Shop.java",
        "src/main/java/shop/CloseOrder.java",
        "src/main/java/shop/Orders.java",
        "src/main/resources/schema.sql",
        "src/test/java/shop/OrdersTest.java"
      })
  void aFileIsShownWhole(String file) throws IOException {
    assertThat(Files.readString(Path.of("../../docs/spring.md")))
        .contains("```" + language(file) + "\n" + Files.readString(Path.of(file)) + "```");
  }

  private static String language(String file) {
    return file.substring(file.lastIndexOf('.') + 1);
  }
}
