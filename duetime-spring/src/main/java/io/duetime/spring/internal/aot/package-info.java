/** What a native image has to know about handlers. */
@NullMarked
package io.duetime.spring.internal.aot;

import org.jspecify.annotations.NullMarked;
