package io.duetime.client.input;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.client.MemoryFixture;
import io.duetime.client.ServedFixture;
import io.duetime.client.input.HostileValues.Value;
import io.duetime.engine.tck.fixture.EngineFixture;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Executable;
import java.lang.reflect.Parameter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Every public method is given every kind of invalid value, here and over HTTP. */
class InvalidInputTest {
  private static final String EXPECTED = "invalid-input.txt";
  private static final Path SEEN = Path.of("target", EXPECTED);
  private static final List<String> SERVER_DATA = List.of("engine.Documents.", "engine.AuditLog.");

  private final List<String> answers = new ArrayList<>();
  private final List<String> faults = new ArrayList<>();

  @Test
  void theMemoryEngineRefusesWhatIsInvalidAndGoesOn() throws IOException {
    tryEveryMethod(new MemoryFixture());
    Files.write(SEEN, answers);

    assertThat(answers)
        .as("what each method refuses; where that is meant to change, take over %s", SEEN)
        .containsExactlyElementsOf(expected());
  }

  @Test
  void theEngineOverHttpRefusesTheSameAndGoesOn() throws IOException {
    tryEveryMethod(new ServedFixture(new MemoryFixture()));

    assertThat(offered(answers)).containsExactlyElementsOf(offered(expected()));
  }

  private void tryEveryMethod(EngineFixture store) {
    try (store;
        ClientUnderTest client = new ClientUnderTest(store)) {
      MethodCaller calls = new MethodCaller(client);
      for (Executable executable : PublicSurface.executables()) {
        client.next();
        each(executable, calls);
        client.prove();
      }
    }
    assertThat(faults).isEmpty();
  }

  /** What each method refuses and takes, a line for each parameter, as it should be. */
  private static List<String> expected() throws IOException {
    try (InputStream file = InvalidInputTest.class.getResourceAsStream(EXPECTED)) {
      String text = new String(Objects.requireNonNull(file).readAllBytes(), StandardCharsets.UTF_8);
      return text.lines().filter(line -> !line.startsWith("#")).toList();
    }
  }

  /** Without what a server keeps for itself. */
  private static List<String> offered(List<String> answers) {
    return answers.stream()
        .filter(line -> SERVER_DATA.stream().noneMatch(line::startsWith))
        .toList();
  }

  private void each(Executable executable, MethodCaller calls) {
    Parameter[] parameters = executable.getParameters();
    for (int place = 0; place < parameters.length; place++) {
      List<String> refused = new ArrayList<>();
      Set<String> fields = new TreeSet<>();
      List<String> taken = new ArrayList<>();
      for (Value value : calls.values(parameters[place])) {
        try {
          Optional<String> refusedAs = calls.call(executable, place, value);
          (refusedAs.isPresent() ? refused : taken).add(value.words());
          refusedAs.ifPresent(fields::add);
        } catch (AssertionError fault) {
          faults.add(String.valueOf(fault.getMessage()));
        }
      }
      if (taken.contains(Value.NULL.words()) && !isNullable(parameters[place])) {
        faults.add(
            PublicSurface.name(executable) + " takes null as " + parameters[place].getName());
      }
      answers.add(
          PublicSurface.name(executable)
              + " "
              + parameters[place].getName()
              + ": refuses "
              + words(refused)
              + (fields.isEmpty() ? "" : " as " + String.join(", ", fields))
              + "; takes "
              + words(taken));
    }
  }

  private static boolean isNullable(Parameter parameter) {
    return parameter.getAnnotatedType().isAnnotationPresent(Nullable.class);
  }

  private static String words(List<String> values) {
    return values.isEmpty() ? "nothing" : String.join(", ", values);
  }
}
