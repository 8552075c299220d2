/**
 * Sends single commands: encoding, answers, repetition while nothing was done, and failures in the
 * words of this library.
 */
@NullMarked
package io.duetime.redis.internal.link.send;

import org.jspecify.annotations.NullMarked;
