package quickstart;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Both JSON codecs beside each line of Redisson, on the class path that Maven makes of the two,
 * which may have older parts of Jackson than a codec asks for.
 */
@Tag("full")
class CodecsBesideRedissonTest {
  private static final List<String> REDISSONS =
      List.of("3.45.1", "3.50.0", "3.52.0", "4.0.0", "4.1.0");

  private static final String PROJECT =
      """
      <project xmlns="http://maven.apache.org/POM/4.0.0">
        <modelVersion>4.0.0</modelVersion>
        <groupId>com.example</groupId>
        <artifactId>all</artifactId>
        <version>1</version>
        <packaging>pom</packaging>
        <modules>MODULES</modules>
        <properties>
          <maven.compiler.source>17</maven.compiler.source>
          <maven.compiler.target>17</maven.compiler.target>
          <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
        </properties>
        <build>
          <plugins>
            <plugin>
              <artifactId>maven-surefire-plugin</artifactId>
              <version>3.6.1</version>
            </plugin>
          </plugins>
        </build>
      </project>
      """;

  private static final String MODULE =
      """
      <project xmlns="http://maven.apache.org/POM/4.0.0">
        <modelVersion>4.0.0</modelVersion>
        <parent>
          <groupId>com.example</groupId>
          <artifactId>all</artifactId>
          <version>1</version>
        </parent>
        <artifactId>NAME</artifactId>
        <dependencies>
          <dependency>
            <groupId>io.duetime</groupId>
            <artifactId>CODEC</artifactId>
            <version>DUETIME</version>
          </dependency>
          <dependency>
            <groupId>org.redisson</groupId>
            <artifactId>redisson</artifactId>
            <version>REDISSON</version>
          </dependency>
          <dependency>
            <groupId>org.junit.jupiter</groupId>
            <artifactId>junit-jupiter</artifactId>
            <version>6.1.3</version>
            <scope>test</scope>
          </dependency>
        </dependencies>
      </project>
      """;

  private static final String TEST =
      """
      import static org.junit.jupiter.api.Assertions.assertEquals;
      import static org.junit.jupiter.api.Assertions.assertTrue;

      import io.duetime.Codec;
      import CLASS;
      import java.time.Duration;
      import java.util.List;
      import java.util.Map;
      import org.junit.jupiter.api.Test;
      import org.redisson.config.Config;

      class BesideTest {
        record Order(String id, List<Long> items, Map<String, Duration> waits) {}

        @Test
        void bothReadAndWrite() throws Exception {
          Order order = new Order("42", List.of(1L, 2L), Map.of("pay", Duration.ofMinutes(30)));
          Codec<Order> codec = SIMPLE.of(Order.class);

          assertEquals(order, codec.decode(codec.encode(order)));
          assertTrue(Config.fromYAML("singleServerConfig: {address: 'redis://a:1'}").isSingleConfig());
        }
      }
      """;

  @TempDir private Path folder;

  @Test
  void bothEncodeAndDecode() throws Exception {
    UserProject project =
        new UserProject(folder, List.of("duetime-core", "duetime-json", "duetime-json-jackson2"));
    List<String> modules = new ArrayList<>();
    for (String redisson : REDISSONS) {
      modules.add(module(project, "duetime-json", "io.duetime.json.JsonCodec", redisson));
      modules.add(
          module(
              project,
              "duetime-json-jackson2",
              "io.duetime.json.jackson2.Jackson2JsonCodec",
              redisson));
    }
    String list =
        modules.stream().map(name -> "<module>" + name + "</module>").collect(Collectors.joining());
    project.write("pom.xml", PROJECT.replace("MODULES", list));

    String printed = project.maven("test");

    assertThat(printed.split("Errors: 0, Skipped: 0, Time elapsed", -1))
        .hasSize(modules.size() + 1);
  }

  private static String module(
      UserProject project, String codec, String codecClass, String redisson) throws IOException {
    String name = codec + "-" + redisson;
    project.write(
        name + "/pom.xml",
        MODULE
            .replace("NAME", name)
            .replace("CODEC", codec)
            .replace("DUETIME", UserProject.VERSION)
            .replace("REDISSON", redisson));
    String simple = codecClass.substring(codecClass.lastIndexOf('.') + 1);
    project.write(
        name + "/src/test/java/BesideTest.java",
        TEST.replace("CLASS", codecClass).replace("SIMPLE", simple));
    return name;
  }
}
