package io.duetime.engine.tck.input;

import io.duetime.engine.Engine;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.Executable;
import java.lang.reflect.Parameter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Gives every public method every kind of invalid value, on one engine. */
public final class InvalidInput {
  private static final String EXPECTED = "invalid-input.txt";

  private final List<String> answers = new ArrayList<>();
  private final List<String> faults = new ArrayList<>();

  private InvalidInput() {}

  /** What each method refuses and takes, a line for each parameter, as it should be. */
  public static List<String> expected() {
    try (InputStream file = InvalidInput.class.getResourceAsStream(EXPECTED)) {
      String text = new String(Objects.requireNonNull(file).readAllBytes(), StandardCharsets.UTF_8);
      return text.lines().filter(line -> !line.startsWith("#")).toList();
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  /**
   * What each method does on an engine, which is closed in the end.
   *
   * @throws AssertionError if a method fails otherwise than by refusing a value, if it takes null
   *     where that is not allowed, or if the store does not work afterwards
   */
  public static List<String> on(Engine engine) {
    InvalidInput run = new InvalidInput();
    try (ClientUnderTest client = new ClientUnderTest(engine)) {
      MethodCaller calls = new MethodCaller(client);
      for (Executable executable : PublicSurface.executables()) {
        client.next();
        run.each(executable, calls, client);
      }
    }
    if (!run.faults.isEmpty()) {
      throw new AssertionError(String.join("\n", run.faults));
    }
    return run.answers;
  }

  private void each(Executable executable, MethodCaller calls, ClientUnderTest client) {
    Parameter[] parameters = executable.getParameters();
    for (int place = 0; place < parameters.length; place++) {
      List<String> refused = new ArrayList<>();
      Set<String> fields = new TreeSet<>();
      List<String> taken = new ArrayList<>();
      for (Value value : calls.values(parameters[place])) {
        Reaction answer = answer(executable, place, value, calls);
        if (answer == null) {
          continue;
        }
        (answer.isRefusal() ? refused : taken).add(value.words());
        if (answer.refusedAs() != null) {
          fields.add(answer.refusedAs());
        }
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
    client.prove();
  }

  private @Nullable Reaction answer(
      Executable executable, int place, Value value, MethodCaller calls) {
    try {
      Reaction answer = calls.call(executable, place, value);
      if (value.equals(Value.NULL)
          && !answer.isRefusal()
          && !isNullable(executable.getParameters()[place])) {
        faults.add(
            PublicSurface.name(executable)
                + " takes null as "
                + executable.getParameters()[place].getName());
      }
      return answer;
    } catch (AssertionError fault) {
      faults.add(String.valueOf(fault.getMessage()));
      return null;
    }
  }

  private static boolean isNullable(Parameter parameter) {
    return parameter.getAnnotatedType().isAnnotationPresent(Nullable.class);
  }

  private static String words(List<String> values) {
    return values.isEmpty() ? "nothing" : values.stream().collect(Collectors.joining(", "));
  }
}
