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

  @Test
  void everyPublicMethodRefusesWhatIsInvalid() throws IOException {
    List<String> answers = InvalidInput.on(engine());
    Files.write(SEEN, answers);

    assertThat(answers)
        .as("what each method refuses; where that is meant to change, take over %s", SEEN)
        .containsExactlyElementsOf(InvalidInput.expected());
  }
}
