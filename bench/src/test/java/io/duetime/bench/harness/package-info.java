/** Tests of the harness. */
package io.duetime.bench.harness;
