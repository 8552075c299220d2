package io.duetime.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.duetime.Codec;
import io.duetime.Duetime;
import io.duetime.InvalidRequestException;
import io.duetime.JobQueue;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What each JSON codec does; a test of one says how it is made. */
public abstract class JsonCodecContract {
  /** A payload. */
  public record CloseOrder(long id, String customer, Instant placedAt) {}

  record Unreadable(String name) {
    @Override
    public String name() {
      throw new IllegalStateException("secret-name");
    }
  }

  /** Can be written, and not read: Jackson does not know which constructor to use. */
  public static final class WriteOnly {
    private final String customer;

    /** The one. */
    public WriteOnly(String first, String last) {
      this.customer = first + last;
    }

    /** The other. */
    public WriteOnly(String customer, int number) {
      this.customer = customer + number;
    }

    /** Is written. */
    public String getCustomer() {
      return customer;
    }
  }

  private static final CloseOrder ORDER =
      new CloseOrder(42, "Müller & Söhne", Instant.parse("2026-03-01T06:00:00.123Z"));

  /** Returns the codec for a class. */
  protected abstract <T> Codec<T> codecOf(Class<T> type);

  /** Returns the codec for a generic type. */
  protected abstract Codec<Map<String, List<CloseOrder>>> codecOfOrdersByCustomer();

  private Codec<CloseOrder> codec() {
    return codecOf(CloseOrder.class);
  }

  @Test
  void aRecordComesBackAsItWas() {
    Codec<CloseOrder> codec = codec();

    assertThat(codec.decode(codec.encode(ORDER))).isEqualTo(ORDER);
    assertThat(codec.contentType()).isEqualTo("application/json");
  }

  @Test
  void aTypeThatCannotBeReadIsRefusedWithTheReasonOfJackson() {
    assertThatThrownBy(() -> codecOf(WriteOnly.class))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageStartingWith("type is '")
        .hasMessageContaining("WriteOnly")
        .hasMessageContaining("no Creators");
  }

  @Test
  void typesOfOtherFormsThanObjectsAreTaken() {
    assertThat(codecOf(Integer.class).decode(codecOf(Integer.class).encode(7))).isEqualTo(7);
    assertThat(codecOf(int[].class).decode(codecOf(int[].class).encode(new int[] {7})))
        .containsExactly(7);
    assertThat(
            codecOf(Thread.State.class)
                .decode(codecOf(Thread.State.class).encode(Thread.State.NEW)))
        .isEqualTo(Thread.State.NEW);
  }

  @Test
  void whatIsStoredIsPlainJson() {
    assertThat(new String(codec().encode(ORDER), UTF_8))
        .contains("\"id\":42", "\"customer\":\"Müller & Söhne\"")
        .doesNotContain("CloseOrder");
  }

  @Test
  void genericTypesKeepTheirParameters() {
    Codec<Map<String, List<CloseOrder>>> generic = codecOfOrdersByCustomer();

    assertThat(generic.decode(generic.encode(Map.of("a", List.of(ORDER)))))
        .isEqualTo(Map.of("a", List.of(ORDER)));
  }

  @Test
  void aFieldOfANewerVersionIsIgnored() {
    byte[] newer =
        "{\"id\":1,\"customer\":\"x\",\"placedAt\":null,\"coupon\":\"y\"}".getBytes(UTF_8);

    assertThat(codec().decode(newer)).isEqualTo(new CloseOrder(1, "x", null));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "null",
        "{",
        "[1]",
        "{\"id\":\"secret-name\"}",
        "{\"id\":1} {\"id\":2}",
        "not json at all"
      })
  void whatIsNotSuchAPayloadIsRefusedWithoutBeingQuoted(String text) {
    assertThatThrownBy(() -> codec().decode(text.getBytes(UTF_8)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("not a io.duetime.json.JsonCodecContract$CloseOrder as JSON")
        .hasMessageNotContaining("secret-name");
  }

  @Test
  void aTypeNamedByThePayloadMeansNothing() {
    byte[] sly = "{\"@class\":\"javax.script.ScriptEngineManager\",\"id\":7}".getBytes(UTF_8);

    assertThat(codec().decode(sly)).isInstanceOf(CloseOrder.class);
  }

  @Test
  void whatCannotBeWrittenIsRefusedBeforeItIsSent() {
    Codec<Unreadable> unreadable = codecOf(Unreadable.class);

    assertThatThrownBy(() -> unreadable.encode(new Unreadable("x")))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageStartingWith("payload is ")
        .hasMessageNotContaining("secret-name");
  }

  @Test
  void aQueueOfJsonPayloadsHandsThemBack() {
    try (Duetime duetime = Duetime.open("memory:")) {
      JobQueue<CloseOrder> orders = duetime.queue("orders", codec());
      orders.schedule("order-42", ORDER, Duration.ZERO);

      var leases = orders.claim(1, Duration.ofSeconds(30), Duration.ZERO);

      assertThat(leases.get(0).payload()).isEqualTo(ORDER);
      assertThat(leases.get(0).contentType()).contains("application/json");
    }
  }
}
