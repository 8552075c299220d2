package io.duetime.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.duetime.InvalidRequestException;
import io.duetime.redis.internal.link.Address;
import io.duetime.redis.internal.link.Address.Kind;
import io.lettuce.core.RedisCredentials;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SslVerifyMode;
import io.lettuce.core.StaticCredentialsProvider;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RedisUriTest {

  @Test
  void theShortestOneMeansTheUsualPortAndNothingElse() {
    Address address = address("redis://localhost");

    assertThat(address).isEqualTo(Address.server("localhost", 6379));
    assertThat(address.uris().get(0).isSsl()).isFalse();
    assertThat(RedisUri.parse("redis://localhost", Map.of()).options().prefix()).isEqualTo("dt");
  }

  @Test
  void userPasswordAndDatabaseAreRead() {
    RedisURI uri = address("redis://me:p%40ss+word@host:1234/5").uris().get(0);

    assertThat(uri.getHost()).isEqualTo("host");
    assertThat(uri.getPort()).isEqualTo(1234);
    assertThat(credentials(uri)).isEqualTo("me p@ss+word");
    assertThat(uri.getDatabase()).isEqualTo(5);
    assertThat(credentials(address("redis://:word@host").uris().get(0))).isEqualTo("null word");
  }

  @Test
  void aClusterHasSeveralPlaces() {
    Address address = address("redis-cluster://a,b:7000,[::1]:7001");

    assertThat(address.kind()).isEqualTo(Kind.CLUSTER);
    assertThat(address.toString()).isEqualTo("a:6379,b:7000,[::1]:7001");
  }

  @Test
  void sentinelsNameTheMasterAndMayAskForAPasswordOfTheirOwn() {
    Address address =
        address("redis-sentinel://u:p@a,b:1/2?master=jobs&sentinelUser=s&sentinelPassword=t");
    RedisURI store = address.uris().get(0);

    assertThat(address.kind()).isEqualTo(Kind.SENTINEL);
    assertThat(address.toString()).isEqualTo("a:26379,b:1");
    assertThat(store.getSentinelMasterId()).isEqualTo("jobs");
    assertThat(store.getDatabase()).isEqualTo(2);
    assertThat(credentials(store)).isEqualTo("u p");
    assertThat(store.getSentinels()).extracting(RedisUriTest::credentials).containsOnly("s t");
    assertThat(address("redis-sentinel://a").uris().get(0).getSentinelMasterId())
        .isEqualTo("mymaster");
  }

  @Test
  void encryptionIsSetUpByParameters() {
    Address address = address("rediss://a?verify=ca&caCertificate=/etc/ca.pem");

    assertThat(address.certificates().authority()).contains(Path.of("/etc/ca.pem"));
    assertThat(address.uris().get(0).isSsl()).isTrue();
    assertThat(address.uris().get(0).getVerifyMode()).isEqualTo(SslVerifyMode.CA);
    assertThat(address("rediss-cluster://a,b").uris()).allMatch(RedisURI::isSsl);
    assertThat(address("redis-cluster://a").uris()).noneMatch(RedisURI::isSsl);
    RedisURI store = address("rediss-sentinel://a,b").uris().get(0);
    assertThat(store.isSsl()).isTrue();
    assertThat(store.getSentinels()).allMatch(RedisURI::isSsl);
  }

  @Test
  void optionsInTheUriWinOverThoseBeside() {
    RedisOptions options =
        RedisUri.parse(
                "redis://a?timeout=2s&prefix=mine&maxPayload=2MiB&appendfsync=always",
                Map.of("timeout", "9s", "patience", "0s"))
            .options();

    assertThat(options.timeout()).isEqualTo(Duration.ofSeconds(2));
    assertThat(options.patience()).isZero();
    assertThat(options.prefix()).isEqualTo("mine");
    assertThat(options.maxPayloadBytes()).isEqualTo(2 << 20);
    assertThat(options.alwaysFsynced()).isTrue();
    assertThat(options.toBuilder().prefix("other").build().timeout())
        .isEqualTo(Duration.ofSeconds(2));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ' ',
      value = {
        "redis:host uri",
        "http://host uri",
        "redis:// uri",
        "redis://a,b host",
        "redis://a:b host",
        "redis://a:0 port",
        "redis://a:65536 port",
        "redis://a/x database",
        "redis-cluster://a/1 database",
        "redis://secret@a user",
        "redis://u:%zz@a user",
        "redis://a?prefix uri",
        "redis://a?prefix={x} prefix",
        "redis://a?timeout=5 timeout",
        "redis://a?timeout=11m timeout",
        "redis://a?patience=-1s patience",
        "redis://a?maxPayload=65MiB maxPayload",
        "redis://a?appendfsync=everysec appendfsync",
        "redis://a?master=m option",
        "redis://a?nothing=1 option",
        "redis://a?verify=none verify",
        "rediss://a?verify=no verify",
        "redis://a?clientName= clientName"
      })
  void whatIsWrongIsNamed(String uri, String field) {
    assertThatThrownBy(() -> RedisUri.parse(uri, Map.of()))
        .isInstanceOfSatisfying(
            InvalidRequestException.class, wrong -> assertThat(wrong.field()).isEqualTo(field));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "redis://me:sec1@",
        "redis://:sec1@sec2@a",
        "redis://:sec1/sec2@a",
        "redis://:12/sec2@a",
        "redis://me:12/3?sec2@a",
        "redis://:sec1?sec2@a",
        "redis://me:12?sec2@a",
        "redis://me:12?prefix=sec2@a&timeout=5",
        "redis-sentinel://a?sentinelPassword=sec1&sec2",
        "redis-sentinel://a?sentinelPassword=sec1%zz"
      })
  void noErrorShowsAPartOfAPassword(String uri) {
    assertThatThrownBy(() -> RedisUri.parse(uri, Map.of()))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageNotContainingAny("sec1", "sec2", "12");
  }

  @Test
  void anAddressShowsNoPassword() {
    assertThat(address("redis://me:secret@a").toString()).doesNotContain("secret");
  }

  private static String credentials(RedisURI uri) {
    RedisCredentials credentials =
        ((StaticCredentialsProvider) uri.getCredentialsProvider()).resolveCredentialsNow();
    return credentials.getUsername() + " " + new String(credentials.getPassword());
  }

  private static Address address(String uri) {
    return RedisUri.parse(uri, Map.of()).address();
  }
}
