package io.duetime.kafka;

import io.duetime.InvalidRequestException;
import io.duetime.JobInfo;
import io.duetime.handover.MessageHeaders;
import io.duetime.handover.MessageTemplate;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.apache.kafka.clients.producer.ProducerRecord;

/** Makes the records of one destination. */
record KafkaRecords(String topic, Optional<MessageTemplate> key) {
  private static final Pattern TOPIC = Pattern.compile("[a-zA-Z0-9._-]{1,249}");
  private static final String ID = "duetime-id";
  private static final String CONTENT_TYPE = "content-type";

  static String topic(String name) {
    if (!TOPIC.matcher(name).matches() || name.equals(".") || name.equals("..")) {
      throw new InvalidRequestException(
          "topic", name, "1 to 249 of A-Z a-z 0-9 . _ -, but neither '.' nor '..'");
    }
    return name;
  }

  ProducerRecord<byte[], byte[]> of(JobInfo<byte[]> job) {
    byte[] recordKey = key.map(template -> bytes(template.fill(job))).orElse(null);
    ProducerRecord<byte[], byte[]> message =
        new ProducerRecord<>(topic, recordKey, job.payloadBytes());
    Map<String, String> headers = MessageHeaders.of(job);
    headers.put(ID, job.id());
    job.contentType().ifPresent(type -> headers.put(CONTENT_TYPE, type));
    headers.forEach((name, value) -> message.headers().add(name, bytes(value)));
    return message;
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
