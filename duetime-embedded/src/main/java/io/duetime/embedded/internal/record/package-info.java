/**
 * How jobs and what belongs to a queue are written as bytes, and read back. {@code
 * docs/formats/embedded.md} describes every byte; nothing in here knows where the bytes are kept.
 */
@NullMarked
package io.duetime.embedded.internal.record;

import org.jspecify.annotations.NullMarked;
