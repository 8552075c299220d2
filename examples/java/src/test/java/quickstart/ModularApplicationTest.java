package quickstart;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.duetime.Duetime;
import io.duetime.embedded.EmbeddedEngine;
import io.duetime.json.JsonCodec;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.spi.ToolProvider;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.RocksDB;
import org.slf4j.Logger;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.ObjectMapper;

/** Compiles and runs a program with a module-info, as "Getting started" says that it is done. */
class ModularApplicationTest {
  private static final Map<String, Class<?>> DUETIME =
      Map.of(
          "io.duetime", Duetime.class,
          "io.duetime.embedded", EmbeddedEngine.class,
          "io.duetime.json", JsonCodec.class);
  private static final List<Class<?>> OTHERS =
      List.of(
          JsonProperty.class,
          JsonParser.class,
          ObjectMapper.class,
          NullMarked.class,
          RocksDB.class,
          Logger.class);

  @TempDir private Path folder;

  @Test
  void requiresDuetimeAndRunsItsJob() throws Exception {
    Path modules = Files.createDirectories(folder.resolve("modules"));
    for (Map.Entry<String, Class<?>> module : DUETIME.entrySet()) {
      jar(modules, module.getKey(), placeOf(module.getValue()));
    }
    for (Class<?> other : OTHERS) {
      Files.copy(placeOf(other), modules.resolve(placeOf(other).getFileName()));
    }
    Path info =
        write(
            "module-info.java",
            """
            module shop {
              requires io.duetime;
              requires io.duetime.json;
              opens shop to tools.jackson.databind;
            }
            """);
    Path program =
        write(
            "shop/Shop.java",
            """
            package shop;

            import io.duetime.Duetime;
            import io.duetime.JobQueue;
            import io.duetime.Worker;
            import io.duetime.json.JsonCodec;
            import java.time.Duration;
            import java.util.concurrent.CountDownLatch;

            public class Shop {
              public record CloseOrder(int number) {}

              public static void main(String[] arguments) throws Exception {
                CountDownLatch closed = new CountDownLatch(1);
                try (Duetime duetime = Duetime.open("embedded:" + arguments[0])) {
                  JobQueue<CloseOrder> orders =
                      duetime.queue("orders", JsonCodec.of(CloseOrder.class));
                  orders.schedule("order-42", new CloseOrder(42), Duration.ofMillis(10));
                  try (Worker worker =
                      orders
                          .worker(job -> {
                            System.out.println("closed " + job.payload().number());
                            closed.countDown();
                          })
                          .start()) {
                    closed.await();
                  }
                }
              }
            }
            """);
    Path classes = folder.resolve("classes");

    run("javac", "--module-path", modules, "-d", classes, info, program);

    // "requires" suffices for what is an automatic module; the others are named by the option.
    assertThat(
            java(
                "--module-path",
                modules + java.io.File.pathSeparator + classes,
                "--add-modules",
                "ALL-MODULE-PATH",
                "--module",
                "shop/shop.Shop",
                folder.resolve("data").toString()))
        .contains("closed 42");
  }

  private static Path placeOf(Class<?> type) throws Exception {
    return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
  }

  /** A module of this build is a jar already, or the folder of its classes. */
  private void jar(Path modules, String name, Path place) throws IOException {
    if (Files.isRegularFile(place)) {
      Files.copy(place, modules.resolve(place.getFileName()));
      return;
    }
    Path manifest = write(name + ".mf", "Automatic-Module-Name: " + name + "\n");
    Path jar = modules.resolve(name + ".jar");
    run("jar", "--create", "--file", jar, "--manifest", manifest, "-C", place, ".");
  }

  private Path write(String file, String text) throws IOException {
    Path path = folder.resolve("sources").resolve(file);
    Files.createDirectories(path.getParent());
    return Files.writeString(path, text);
  }

  private static void run(String tool, Object... arguments) {
    String[] texts = List.of(arguments).stream().map(Object::toString).toArray(String[]::new);
    PrintWriter out = new PrintWriter(System.out, true, UTF_8);
    assertThat(ToolProvider.findFirst(tool).orElseThrow().run(out, out, texts)).isZero();
  }

  private static String java(String... arguments) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Djava.io.tmpdir=" + System.getProperty("java.io.tmpdir"));
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    Process process = builder.start();
    try {
      process.getOutputStream().close();
      String printed = new String(process.getInputStream().readAllBytes(), UTF_8);
      assertThat(process.waitFor()).as(printed).isZero();
      return printed;
    } finally {
      process.destroyForcibly();
    }
  }
}
