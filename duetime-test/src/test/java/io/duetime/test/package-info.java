/** Tests of the test support, which are also its examples. */
@NullMarked
package io.duetime.test;

import org.jspecify.annotations.NullMarked;
