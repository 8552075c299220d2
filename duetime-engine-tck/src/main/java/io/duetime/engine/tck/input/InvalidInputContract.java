package io.duetime.engine.tck.input;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.engine.tck.fixture.Contract;
import io.duetime.engine.tck.input.HostileValues.Value;
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

/**
 * Every public method is given every kind of invalid value: it refuses them, alike on every engine,
 * and the store goes on.
 */
public abstract class InvalidInputContract extends Contract {
  private static final String EXPECTED = "invalid-input.txt";
  private static final Path SEEN = Path.of("target", EXPECTED);
  private static final List<String> SERVER_DATA = List.of("engine.Documents.", "engine.AuditLog.");

  private final List<String> answers = new ArrayList<>();
  private final List<String> faults = new ArrayList<>();

  @Test
  void everyPublicMethodRefusesWhatIsInvalid() throws IOException {
    try (ClientUnderTest client = new ClientUnderTest(engine())) {
      MethodCaller calls = new MethodCaller(client);
      for (Executable executable : PublicSurface.executables()) {
        client.next();
        each(executable, calls);
        client.prove();
      }
    }
    Files.write(SEEN, answers);

    assertThat(faults).isEmpty();
    assertThat(offered(answers))
        .as("what each method refuses; where that is meant to change, take over %s", SEEN)
        .containsExactlyElementsOf(offered(expected()));
  }

  /** What each method refuses and takes, a line for each parameter, as it should be. */
  private static List<String> expected() throws IOException {
    try (InputStream file = InvalidInputContract.class.getResourceAsStream(EXPECTED)) {
      String text = new String(Objects.requireNonNull(file).readAllBytes(), StandardCharsets.UTF_8);
      return text.lines().filter(line -> !line.startsWith("#")).toList();
    }
  }

  /** Without what a server keeps for itself, if it is between. */
  private List<String> offered(List<String> answers) {
    boolean served = engine().capabilities().served();
    return answers.stream()
        .filter(line -> !(served && SERVER_DATA.stream().anyMatch(line::startsWith)))
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
