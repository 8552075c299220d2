/** Tests of the console in a browser. */
@NullMarked
package io.duetime.console.test;

import org.jspecify.annotations.NullMarked;
