/** The outbox without an application. */
@NullMarked
package io.duetime.spring.outbox;

import org.jspecify.annotations.NullMarked;
