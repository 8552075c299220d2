package io.duetime.cli.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.duetime.cli.terminal.CommandFailure;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ServerReplyTest {
  @ParameterizedTest
  @CsvSource({
    "400, false",
    "404, false",
    "409, false",
    "429, true",
    "500, false",
    "502, true",
    "503, true",
    "504, true",
    "507, true"
  })
  void aWorkerGoesOnAfterWhatPasses(int status, boolean mayRepeat) {
    ServerReply reply = new ServerReply(status, "{\"detail\":\"why\"}");

    assertThatThrownBy(reply::orFail)
        .isInstanceOfSatisfying(
            CommandFailure.class, failure -> assertThat(failure.mayRepeat()).isEqualTo(mayRepeat));
  }
}
