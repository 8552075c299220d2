/** Calls that wait for the commit of their transaction. */
@NullMarked
package io.duetime.spring.transaction;

import org.jspecify.annotations.NullMarked;
