package io.duetime.spring.transaction;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.JobRequest;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TransactionCallsTest {
  private static final DeferredCall.Target TARGET = new DeferredCall.Target("orders", null, null);

  @ParameterizedTest
  @CsvSource({
    "'', ''",
    "s:a, s:a",
    "s:a c:a, c:a",
    "s:a s:b c:a, s:b c:a",
    "c:a s:a, c:a s:a",
    "s:a c:a s:a, c:a s:a",
    "s:a c:a s:a c:a, c:a",
    "c:a c:a, c:a",
    "s:a s:a c:b, s:a s:a c:b",
  })
  void whatACancelMakesVoidIsLeftOut(String calls, String kept) {
    assertThat(TransactionCalls.fold(read(calls)))
        .extracting(TransactionCallsTest::text)
        .isEqualTo(texts(kept));
  }

  private static List<String> texts(String calls) {
    return Arrays.stream(calls.split(" ", -1)).filter(call -> !call.isEmpty()).toList();
  }

  private static List<DeferredCall> read(String calls) {
    return texts(calls).stream().map(TransactionCallsTest::call).toList();
  }

  private static DeferredCall call(String text) {
    String id = text.substring(2);
    return text.startsWith("c")
        ? new DeferredCall.Cancel(TARGET, id)
        : new DeferredCall.Schedule(TARGET, id, JobRequest.builder(new byte[0]).id(id).build());
  }

  private static String text(DeferredCall call) {
    return (call instanceof DeferredCall.Cancel ? "c:" : "s:") + call.id();
  }
}
