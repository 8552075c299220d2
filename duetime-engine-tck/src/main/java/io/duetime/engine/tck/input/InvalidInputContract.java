package io.duetime.engine.tck.input;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.engine.tck.fixture.Contract;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Every public method refuses what is invalid, alike on every engine, and the store goes on. */
public abstract class InvalidInputContract extends Contract {
  private static final Path SEEN = Path.of("target", "invalid-input.txt");

  private static final List<String> SERVER_DATA = List.of("engine.Documents.", "engine.AuditLog.");

  @Test
  void everyPublicMethodRefusesWhatIsInvalid() throws IOException {
    List<String> answers = InvalidInput.on(engine());
    Files.write(SEEN, answers);

    assertThat(offered(answers))
        .as("what each method refuses; where that is meant to change, take over %s", SEEN)
        .containsExactlyElementsOf(offered(InvalidInput.expected()));
  }

  /** Without what a server keeps for itself, if it is between. */
  private List<String> offered(List<String> answers) {
    boolean served = engine().capabilities().served();
    return answers.stream()
        .filter(line -> !(served && SERVER_DATA.stream().anyMatch(line::startsWith)))
        .toList();
  }
}
